internal import Files
internal import Glibc
internal import PhotoCodecs
internal import SystemPackage

/// Remembers on disk what saves work when a batch is run again: the digests of photos, so that they
/// needn't be read, and the name of a job's collage in the library, so that it needn't be searched
/// for. Both are symbolic links, named by hashes.
///
/// It is never the only evidence: a collage itself shows what it was made of. So the folder may be
/// removed at any time. It keeps a quarter of a million entries and drops the oldest.
struct ResultCache: Sendable {
  let folder: FilePath

  /// The maximum number of entries in each of its 256 folders.
  private static let maxPerFolder = 1024

  /// How many hexadecimal digits of a digest are kept.
  static let digits = 32

  /// A file in the state in which its digest was computed.
  struct FileState: Hashable, Sendable {
    let identity: FileIdentity

    init(_ status: Stat) { identity = FileIdentity(status) }

    /// Whether any further change would give it another time; some file systems have times in steps
    /// of two seconds.
    var isSettled: Bool {
      var now = timespec()
      unsafe clock_gettime(CLOCK_REALTIME, &now)
      return identity.changed.seconds < now.tv_sec - 2
    }
  }

  /// The first digits of a photo's digest, as it was when it was last read.
  func digest(of file: FileState) -> String? {
    target(of: name(file)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Remembers a file's digest; failures are ignored.
  func insert(_ digest: Digest, of file: FileState) {
    if file.isSettled { insert(Array(digest.hexadecimal.utf8.prefix(Self.digits)), as: name(file)) }
  }

  /// The collage of a job that a library may have; nil if that isn't known.
  func asset(of job: JobToFind, in library: PhotoLibrary) -> Asset? {
    target(of: name(job)).flatMap { Asset($0.span, in: library.folder) }
  }

  /// Remembers the collage of a job; failures are ignored.
  func insert(_ asset: FilePath.Component, of job: JobToFind) { insert(asset.bytes, as: name(job)) }

  // MARK: Names

  private func name(_ file: FileState) -> NameHash {
    NameHash(file.identity.numbers.map { "\($0)" }.joined(separator: " "))
  }

  private func name(_ job: JobToFind) -> NameHash {
    let settings = "\(Version.picture) \(job.made.options) \(job.encoding)"
    let parts = [Array(settings.utf8), job.library?.folder.bytes ?? []] + job.photos.map(\.bytes)
    return NameHash(parts.joined(separator: [0]))
  }

  // MARK: Links

  private func path(of name: NameHash) -> FilePath {
    let digits = String(name.value, radix: 16)
    let whole = String(repeating: "0", count: 32 - digits.count) + digits
    return folder.appending(String(whole.prefix(2))).appending(String(whole.dropFirst(2)))
  }

  private func target(of name: NameHash) -> [UInt8]? {
    (try? FileSystem.target(ofLink: path(of: name)))?.bytes
  }

  private func insert(_ bytes: [UInt8], as name: NameHash) {
    let link = path(of: name)
    if target(of: name) == bytes { return }
    guard let folder = try? OpenFolder.makePrivate(link.folder), let last = link.lastComponent
    else { return }
    try? folder.remove(last)
    try? folder.makeLink(last, to: FilePath(bytes: bytes))
    // Counting the entries takes as long as many insertions, so it is done only for some.
    if name.value % 64 == 0 {
      try? folder.dropOldestLinks(ifMoreThan: Self.maxPerFolder) { _ in true }
    }
  }
}

extension OpenFolder {
  /// If there are too many links, drops a quarter more than needed, because reading all their times
  /// costs more than counting them.
  ///
  /// - Parameter isEntry: whether a name is one that may be dropped.
  func dropOldestLinks(
    ifMoreThan limit: Int, where isEntry: (FilePath.Component) -> Bool
  ) throws(Errno) {
    let names = try names().filter(isEntry)
    guard names.count > limit else { return }
    var dated: [(name: FilePath.Component, time: FileTime)] = []
    for name in names {
      guard let status = try? status(name), status.type == .symbolicLink else { continue }
      dated.append((name, FileTime(status.rawValue.st_mtim)))
    }
    let oldest = dated.sorted { $0.time < $1.time }
    for entry in oldest.dropLast(limit * 3 / 4) { try? remove(entry.name) }
  }
}
