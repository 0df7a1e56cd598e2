internal import Glibc
internal import PhotoCodecs
package import SystemPackage
internal import ThreadPool

/// Responses from the web on the disk, limited in size, for several programs at once.
///
/// A body is a file named by its SHA-256, which is checked whenever the file is read. An entry says
/// which body a URL has and how long it may be used. Files get their names when they are complete,
/// so a program may be killed at any moment; the next one removes what it was receiving. The whole
/// cache may be removed at any time. Only the user can read it.
///
/// When it is full, the least recently used bodies or entries are removed. Thread-safe.
package final class WebCache: Sendable {
  private let bodies: CacheFolder
  private let entries: CacheFolder
  private let incoming: CacheFolder
  /// The folder of a `CreditStore`.
  private let credits: CacheFolder
  private let limit: Int
  private let maxEntries: Int
  /// The total size of all bodies in bytes, as far as it is known; nil before the first is stored.
  private let size = Locked<Int?>(nil)
  /// The number of entries as far as it is known: an entry that is replaced counts twice. Nil
  /// before the first is stored.
  private let entryCount = Locked<Int?>(nil)
  /// Whether the folders could be created; nil before they are needed.
  private let isReady = Locked<Bool?>(nil)

  /// - Parameters:
  ///   - folder: created when it is first needed.
  ///   - limit: the maximum size of all bodies together, in bytes.
  ///   - maxEntries: the maximum number of entries. Several may share a body, and redirects have
  ///     none.
  package init(_ folder: FilePath, limit: Int = 1 << 30, maxEntries: Int = 100_000) {
    bodies = CacheFolder(folder.appending("bodies"), .digests)
    entries = CacheFolder(folder.appending("entries"), .digests)
    incoming = CacheFolder(folder.appending("incoming"), .temporary)
    credits = CacheFolder(folder.appending("credits"), .digests)
    self.limit = limit
    self.maxEntries = maxEntries
  }

  /// A stored response with its body, whose digest has been checked; the body is nil for a
  /// redirect.
  struct Found: Sendable {
    var response: StoredResponse
    let file: DownloadedFile?
  }

  /// The folder in which bodies are received; nil if the cache's folders can't be created.
  func incomingFolder() -> CacheFolder? {
    let isReady = isReady.withLock { isReady in
      if let isReady { return isReady }
      let isMade = [bodies, entries, incoming].allSatisfy { $0.create() }
      if isMade { incoming.removeUnlocked() }
      isReady = isMade
      return isMade
    }
    return isReady ? incoming : nil
  }

  /// Makes the cache create its folders again when they are next needed, because somebody may have
  /// removed them.
  func forgetFolders() { isReady.withLock { $0 = nil } }

  /// The stored response for a key, which now counts as used; nil if there is none, or if it is
  /// damaged, in which case it is removed.
  ///
  /// - Cost: reading and hashing the body, about 1 ms per MB.
  func response(for key: CacheKey) -> Found? {
    guard let text = entries.read(key.name) else { return nil }
    let response = StoredResponse(text)
    let file = response?.body.flatMap(bodies.openBody)
    guard let response, response.body == nil || file != nil else {
      entries.remove(key.name)
      return nil
    }
    entries.touch(key.name)
    return Found(response: response, file: file)
  }

  /// Stores a response. If it may not be stored, removes the older one of the same key.
  ///
  /// - Parameter body: the name of the received body in the incoming folder, from where it is
  ///   moved.
  /// - Returns: whether it was moved.
  func store(
    _ response: StoredResponse, body: FilePath.Component, _ digest: Digest, size: Int,
    for key: CacheKey
  ) -> Bool {
    guard response.mayBeStored, size <= limit else {
      entries.remove(key.name)
      return false
    }
    guard bodies.move(body, from: incoming, as: digest.fileName) else { return false }
    var response = response
    response.body = StoredResponse.Body(digest: digest, size: size)
    write(response, for: key)
    makeRoom(forNew: size)
    return true
  }

  /// Stores a response without a body if it is a redirect. Otherwise it removes the stored one,
  /// unless the response is a temporary failure or says that the stored one is still valid.
  func store(_ response: StoredResponse, for key: CacheKey) {
    if response.mayBeStored, response.headers["location"] != nil {
      write(response, for: key)
    } else if response.status != 304, response.status != 429, response.status < 500 {
      entries.remove(key.name)
    }
  }

  /// Stores an entry whose body is already there.
  func write(_ response: StoredResponse, for key: CacheKey) {
    guard let incoming = incomingFolder() else { return }
    entries.write(response.text, as: key.name, by: incoming)
    makeRoomForEntries()
  }

  /// Removes the least recently used entries if there are too many.
  private func makeRoomForEntries() {
    let isFull = entryCount.withLock { count in
      count = count.map { $0 + 1 } ?? entries.count
      return count! > maxEntries
    }
    guard isFull, let (left, _) = entries.removeOldest(above: maxEntries) else { return }
    entryCount.withLock { $0 = left }
  }

  /// Removes the least recently used bodies if they are too large together.
  private func makeRoom(forNew bytes: Int) {
    let isFull = size.withLock { size in
      size = (size ?? ((try? usage().size) ?? bytes) - bytes) + bytes
      return size! > limit
    }
    guard isFull, let (left, oldest) = bodies.removeOldest(above: limit, weight: \.size) else {
      return
    }
    // Drop entries that were last used before every body that is left. An entry is touched right
    // after its body, so such an entry's body is gone, unless it shares one that another URL has
    // used since; then it is merely fetched again.
    if let oldest {
      for entry in (try? entries.files()) ?? [] where entry.used < oldest {
        entries.remove(entry.name)
      }
    }
    size.withLock { $0 = left }
  }
}

/// The size of a cache.
package struct CacheUsage: Hashable, Sendable {
  /// The number of bodies.
  package let files: Int
  /// In bytes.
  package let size: Int
}

/// A folder of the cache that can't be read or emptied.
package struct CacheFault: Error, Hashable, Sendable {
  package let path: FilePath
  package let errno: Errno
}

extension CacheFault: CustomStringConvertible {
  /// A sentence for the user.
  package var description: String {
    let reason =
      switch errno {
      case .notDirectory: "this is a link or a file, not a cache folder; move it away"
      case .notPermitted, .permissionDenied:
        "this can't be read or changed; check its owner and permissions"
      default: "reading or emptying it failed: \(errno)"
      }
    return "\(path.displayedOnOneLine): \(reason)"
  }
}

extension WebCache {
  package func usage() throws(CacheFault) -> CacheUsage {
    let files = try bodies.files()
    return CacheUsage(files: files.count, size: files.reduce(0) { $0 + $1.size })
  }

  /// Removes everything except what other programs are receiving.
  ///
  /// - Returns: the size of what was removed.
  /// - Throws: when a file can't be removed.
  package func clear() throws(CacheFault) -> CacheUsage {
    let usage = try usage()
    for folder in [entries, bodies, credits] { try folder.removeAll() }
    incoming.removeUnlocked()
    size.withLock { $0 = nil }
    entryCount.withLock { $0 = nil }
    return usage
  }
}
