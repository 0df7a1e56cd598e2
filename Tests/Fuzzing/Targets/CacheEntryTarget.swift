@testable import PhotoSources

/// An entry comes back from its text, and its age can be told at any time.
func checkCacheEntry(_ bytes: [UInt8]) throws(BrokenPromise) {
  guard let stored = StoredResponse(String(decoding: bytes, as: UTF8.self)) else { return }
  try expect(StoredResponse(stored.text) == stored, "it comes back from its text: \(stored.text)")
  for now in [0, 1_700_000_000, 1 << 40] { _ = stored.isFresh(at: now) }
  _ = stored.mayBeStored
  _ = stored.validators
  var updated = stored
  updated.update(from: WebResponse(status: 304, headers: stored.headers, url: ""), received: 2)
  _ = updated.isFresh(at: 3)
}
