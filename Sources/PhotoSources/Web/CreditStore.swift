package import SystemPackage
internal import ThreadPool

/// The credits of pictures that searches have found, beside the cache of the web: any later use of
/// a picture's URL finds whose work it is.
///
/// An entry is named like one of the cache, by a hash of the URL. Several programs may use it at
/// once; all of it may be removed at any time. Thread-safe.
package final class CreditStore: Sendable {
  private let credits: CacheFolder
  private let incoming: CacheFolder
  private let limit: Int
  private let hasMadeRoom = Locked(false)

  /// - Parameters:
  ///   - folder: of the web's cache; created when it is first needed.
  ///   - limit: how many credits are kept; those that were not used for the longest time go.
  package init(_ folder: FilePath, limit: Int = 20_000) {
    credits = CacheFolder(folder.appending("credits"), .digests)
    incoming = CacheFolder(folder.appending("incoming"), .temporary)
    self.limit = limit
  }

  /// Remembers whose work the pictures at these URLs are; failures are ignored.
  package func store(_ found: [(url: String, credit: PhotoCredit)]) {
    guard !found.isEmpty, credits.create(), incoming.create() else { return }
    for (url, credit) in found {
      guard let key = Self.key(of: url) else { continue }
      credits.write(credit.text, as: key, by: incoming)
    }
    makeRoom()
  }

  /// Nil for a URL that no search has found.
  package func credit(of url: String) -> PhotoCredit? {
    guard let key = Self.key(of: url), let credit = credits.read(key).flatMap({ PhotoCredit($0) })
    else { return nil }
    credits.touch(key)
    return credit
  }

  private static func key(of url: String) -> FilePath.Component? {
    (try? WebURL(url)).map { CacheKey($0, headers: []).name }
  }

  /// Once in a program's life: a folder's list costs more than what is stored in it.
  private func makeRoom() {
    let isFirst = hasMadeRoom.withLock { hasMadeRoom in
      defer { hasMadeRoom = true }
      return !hasMadeRoom
    }
    if isFirst { credits.removeOldest(above: limit) }
  }
}
