@testable import CollageKit
@testable import PhotoSources

/// A URL in its normal form stays so, whatever is fetched is of http or https, and no redirect
/// leaves encryption.
func checkURL(_ bytes: [UInt8]) throws(BrokenPromise) {
  if let url = PhotoURL(bytes) {
    try expect(!url.displayed.contains("\u{1B}"), "it can be displayed")
  }
  let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1).map {
    String(decoding: $0, as: UTF8.self)
  }
  guard let first = parts.first, let url = try? WebURL(first) else { return }
  try expectNormal(url)
  guard parts.count > 1, let target = try? url.target(parts[1]) else { return }
  try expectNormal(target)
  try expect(target.isEncrypted || !url.isEncrypted, "encryption stays")
}

private func expectNormal(_ url: WebURL) throws(BrokenPromise) {
  let again = try? WebURL(url.text)
  try expect(again == url, "a normal form stays so: \(url.text), \(again?.text ?? "nil")")
  try expect(
    !url.host.isEmpty
      && url.text.utf8.starts(with: (url.isEncrypted ? "https://" : "http://").utf8),
    "it is of the web"
  )
}
