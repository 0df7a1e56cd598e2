package import SystemPackage
internal import ThreadPool

/// The credits of pictures that searches have found, stored beside the web cache, so that any later
/// use of a picture's URL finds its author and licence.
///
/// An entry is named like one of the cache, by a hash of the URL. Several programs may use the
/// store at once, and all of it may be removed at any time. Thread-safe.
package final class CreditStore: Sendable {
  private let credits: CacheFolder
  private let incoming: CacheFolder
  private let limit: Int
  private let hasMadeRoom = Locked(false)

  /// - Parameters:
  ///   - folder: that of the web cache; created when it is first needed.
  ///   - limit: the maximum number of credits; the least recently used are removed first.
  package init(_ folder: FilePath, limit: Int = 20_000) {
    credits = CacheFolder(folder.appending("credits"), .digests)
    incoming = CacheFolder(folder.appending("incoming"), .temporary)
    self.limit = limit
  }

  /// Remembers the credits of the pictures at these URLs; failures are ignored.
  package func store(_ found: [(url: String, credit: PhotoCredit)]) {
    guard !found.isEmpty, credits.create(), incoming.create() else { return }
    for (url, credit) in found {
      guard let key = Self.key(of: url) else { continue }
      credits.write(credit.text, as: key, by: incoming)
    }
    makeRoom()
  }

  /// The credit of the picture at a URL; nil for one that no search has found.
  package func credit(of url: String) -> PhotoCredit? {
    guard let key = Self.key(of: url), let credit = credits.read(key).flatMap({ PhotoCredit($0) })
    else { return nil }
    credits.touch(key)
    return credit
  }

  private static func key(of url: String) -> FilePath.Component? {
    (try? WebURL(url)).map { CacheKey($0, headers: []).name }
  }

  /// Done once in a program's life: listing the folder costs more than storing credits.
  private func makeRoom() {
    let isFirst = hasMadeRoom.withLock { hasMadeRoom in
      defer { hasMadeRoom = true }
      return !hasMadeRoom
    }
    if isFirst { credits.removeOldest(above: limit) }
  }
}
