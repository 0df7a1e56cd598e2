internal import Glibc
internal import PhotoCodecs
package import SystemPackage
internal import ThreadPool

/// Responses from the web on the disk, of a limited size, for several programs at once.
///
/// A body is a file that is named by its SHA-256, which is compared when it is read; an entry says
/// which body a URL has and how long it may be used. Both get their names when they are complete,
/// so a program may be killed at any moment; what it was receiving is removed by the next one. All
/// of it may be removed at any time. Only the user can read it.
///
/// When it is full, the bodies or entries that were not used for the longest time go. Thread-safe.
package final class WebCache: Sendable {
  private let bodies: CacheFolder
  private let entries: CacheFolder
  private let incoming: CacheFolder
  /// Of a `CreditStore`.
  private let credits: CacheFolder
  private let limit: Int
  private let maxEntries: Int
  /// The size of all bodies as far as it is known, in bytes; nil before the first is stored.
  private let size = Locked<Int?>(nil)
  /// The number of entries as far as it is known: one that is replaced counts again. Nil before the
  /// first is stored.
  private let entryCount = Locked<Int?>(nil)
  /// Whether the folders could be made; nil before they are needed.
  private let isReady = Locked<Bool?>(nil)

  /// - Parameters:
  ///   - folder: created when it is first needed.
  ///   - limit: bytes of bodies.
  ///   - maxEntries: how many entries there may be; many of them may have the same body, or, as
  ///     redirects, none.
  package init(_ folder: FilePath, limit: Int = 1 << 30, maxEntries: Int = 100_000) {
    bodies = CacheFolder(folder.appending("bodies"), .digests)
    entries = CacheFolder(folder.appending("entries"), .digests)
    incoming = CacheFolder(folder.appending("incoming"), .temporary)
    credits = CacheFolder(folder.appending("credits"), .digests)
    self.limit = limit
    self.maxEntries = maxEntries
  }

  /// A stored response with its body, which was read and compared with its digest; the body is nil
  /// for a redirect.
  struct Found: Sendable {
    var response: StoredResponse
    let file: DownloadedFile?
  }

  /// Where bodies are received; nil when the cache's folders can't be made.
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

  /// Has the folders made anew when they are needed next: somebody may have removed them.
  func forgetFolders() { isReady.withLock { $0 = nil } }

  /// What is stored for a key; nil when there is nothing, or it is damaged and now removed. Counts
  /// as used.
  ///
  /// - Cost: that of reading and hashing the body, about 1 ms for each MB.
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

  /// Stores a response, or forgets an older one where this one may not be stored.
  ///
  /// - Parameters:
  ///   - body: the name of the received body in the incoming folder, from where it is moved.
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

  /// Stores a response without a body: a redirect, or one that only makes an older one wrong.
  func store(_ response: StoredResponse, for key: CacheKey) {
    if response.mayBeStored, response.headers["location"] != nil {
      write(response, for: key)
    } else if response.status != 304, response.status != 429, response.status < 500 {
      entries.remove(key.name)
    }
  }

  /// Stores an entry whose body is there already.
  func write(_ response: StoredResponse, for key: CacheKey) {
    guard let incoming = incomingFolder() else { return }
    entries.write(response.text, as: key.name, by: incoming)
    makeRoomForEntries()
  }

  /// Removes the entries that were not used for the longest time, if there are too many of them.
  private func makeRoomForEntries() {
    let isFull = entryCount.withLock { count in
      count = count.map { $0 + 1 } ?? entries.count
      return count! > maxEntries
    }
    guard isFull, let (left, _) = entries.removeOldest(above: maxEntries) else { return }
    entryCount.withLock { $0 = left }
  }

  /// Removes the bodies that were not used for the longest time, if there are too many of them.
  private func makeRoom(forNew bytes: Int) {
    let isFull = size.withLock { size in
      size = (size ?? ((try? usage().size) ?? bytes) - bytes) + bytes
      return size! > limit
    }
    guard isFull, let (left, oldest) = bodies.removeOldest(above: limit, weight: \.size) else {
      return
    }
    // An entry is touched just after its body. So one from before all bodies that are left has lost
    // its own, or shares one that was used by another URL since; then it is only fetched again.
    if let oldest {
      for entry in (try? entries.files()) ?? [] where entry.used < oldest {
        entries.remove(entry.name)
      }
    }
    size.withLock { $0 = left }
  }
}

/// What a cache holds.
package struct CacheUsage: Hashable, Sendable {
  /// How many bodies there are.
  package let files: Int
  /// In bytes.
  package let size: Int
}

/// A folder of a cache that can't be measured or emptied.
package struct CacheFault: Error, Hashable, Sendable {
  package let path: FilePath
  package let errno: Errno
}

extension CacheFault: CustomStringConvertible {
  /// The sentence a user reads.
  package var description: String {
    let reason =
      switch errno {
      case .notDirectory: "this is a link or a file, not a folder of the cache; move it away"
      case .notPermitted, .permissionDenied:
        "this may not be read and changed; check its owner and permissions"
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

  /// Removes everything, except what other programs are receiving.
  ///
  /// - Returns: what was removed.
  /// - Throws: when something can't be removed.
  package func clear() throws(CacheFault) -> CacheUsage {
    let usage = try usage()
    for folder in [entries, bodies, credits] { try folder.removeAll() }
    incoming.removeUnlocked()
    size.withLock { $0 = nil }
    entryCount.withLock { $0 = nil }
    return usage
  }
}
