internal import Files
internal import Glibc
package import PhotoCodecs
package import PhotoSources
package import SystemPackage

/// A photo that has arrived.
package struct ArrivedPhoto: Hashable, Sendable {
  package let path: FilePath
  let digest: Digest
  let identity: FileIdentity

  /// Whether the file is still the one that has arrived.
  var isThere: Bool {
    guard let status = try? path.stat() else { return false }
    return FileIdentity(status).hasSameContent(as: identity)
  }
}

/// The photos in watched folders: which of them are complete, and which are in no collage yet. They
/// are told apart by their bytes, so that a copy is no second photo.
package struct WatchedPhotos {
  private struct File {
    let identity: FileIdentity
    /// Since when it is like this, as far as is known.
    let since: ContinuousClock.Instant
    /// Whether nobody writes to it any more.
    var isComplete: Bool
    /// Whether it is known that somebody writes to it, so that it may stay as it is for a while.
    let isOpen: Bool
    /// Whether it is known what it is.
    var isRead = false

    /// How long it must stay as it is, if nobody tells when it is complete.
    var settlingTime: Duration { isOpen ? .seconds(3600) : WatchedPhotos.settlingTime }
  }

  private var files: [FilePath: File] = [:]
  /// Paths of files that weren't read yet.
  private var unread: Set<FilePath> = []
  /// Of all that is in a collage.
  private var done: Set<Digest>
  /// In the order in which they arrived, by their groups.
  private var waiting: [FilePath: [ArrivedPhoto]] = [:]
  private var queued: Set<Digest> = []
  private var lastArrivals: [FilePath: ContinuousClock.Instant] = [:]
  private let exclusions: PhotoExclusions
  private let groupsByFolder: Bool

  /// How long a file must stay as it is, if nobody tells when it is complete.
  private static let settlingTime = Duration.seconds(2)

  /// - Parameters:
  ///   - done: the digests of photos that are in collages.
  ///   - groupsByFolder: whether photos of different folders don't go together.
  package init(
    done: Set<Digest>, without exclusions: PhotoExclusions, groupsByFolder: Bool
  ) {
    self.done = done
    self.exclusions = exclusions
    self.groupsByFolder = groupsByFolder
  }

  private func group(of path: FilePath) -> FilePath { groupsByFolder ? path.folder : "" }

  /// Whether there are files that are soon taken for complete if they stay as they are.
  package var isSettling: Bool { unread.contains { files[$0]?.isOpen == false } }

  /// Takes note of a file that may be new or changed.
  ///
  /// - Parameters:
  ///   - isComplete: whether nobody writes to it any more.
  ///   - isOpen: whether it will be told when that is so.
  package mutating func note(_ path: FilePath, isComplete: Bool, isOpen: Bool = false) {
    guard PictureFolder.isPicture(path), !exclusions.excludes(path.lastComponent?.bytes ?? []),
      let status = try? path.stat(), status.type == .regular
    else { return }
    let identity = FileIdentity(status)
    if let known = files[path], known.identity.hasSameContent(as: identity) {
      if isComplete { files[path]?.isComplete = true }
      return
    }
    // What it was before is no photo of anybody any more.
    remove { $0.path == path }
    // A link is complete already.
    let isOpen =
      (isOpen || files[path].map { $0.isOpen && !$0.isComplete } ?? false)
      && status.linkCount == 1 && !FileSystem.isLink(path)
    files[path] = File(
      identity: identity, since: .now, isComplete: isComplete, isOpen: isOpen)
    // An empty file becomes a photo when something is written to it.
    if identity.size > 0 { unread.insert(path) } else { unread.remove(path) }
  }

  /// Takes note of all pictures in a folder and those below it.
  ///
  /// - Parameter leftOut: a folder that is left out.
  /// - Returns: the folders.
  /// - Throws: when the folder itself can't be read.
  package mutating func scan(
    _ folder: FilePath, leavingOut leftOut: FileID?
  ) throws(Errno) -> [FilePath] {
    let now = time(nil)
    var folders = [folder]
    var next = 0
    while next < folders.count {
      let visited = folders[next]
      next += 1
      let contents: PictureFolder.Contents
      do throws(Errno) {
        contents = try PictureFolder.contents(of: visited, without: exclusions)
      } catch {
        if next == 1 { throw error }
        continue
      }
      for path in contents.pictures {
        guard let status = try? path.stat() else { continue }
        let age = now - FileIdentity(status).modified.seconds
        note(path, isComplete: age > Self.settlingTime.components.seconds)
      }
      folders += contents.folders.filter { folder in
        guard let status = try? folder.stat() else { return false }
        return FileID(status) != leftOut
      }
    }
    return folders
  }

  /// Reads files that are complete, until one group has enough photos.
  ///
  /// - Parameters:
  ///   - count: how many photos are enough.
  ///   - report: gets files that can't be read.
  package mutating func read(
    until count: Int, isCancelled: () -> Bool, report: (FilePath, PhotoFileError) -> Void
  ) {
    let now = ContinuousClock.now
    let due = unread.compactMap { path in files[path].map { (path: path, file: $0) } }
      .filter { $0.file.isComplete || now - $0.file.since >= $0.file.settlingTime }
      .sorted { first, second in
        let (one, two) = (first.file.identity.modified, second.file.identity.modified)
        // Few were written at the same time, and texts of paths are costly.
        return one == two ? first.path.string < second.path.string : one < two
      }
    for (path, file) in due {
      if isCancelled() || waiting.values.contains(where: { $0.count >= count }) { return }
      guard let status = try? path.stat() else {
        forget(path)
        continue
      }
      guard FileIdentity(status).hasSameContent(as: file.identity) else {
        note(path, isComplete: false, isOpen: file.isOpen)
        continue
      }
      unread.remove(path)
      files[path]?.isRead = true
      do throws(PhotoFileError) {
        try add(path, file.identity, at: now)
      } catch {
        report(path, error)
      }
    }
  }

  private mutating func add(
    _ path: FilePath, _ identity: FileIdentity, at now: ContinuousClock.Instant
  ) throws(PhotoFileError) {
    let file = try PhotoFile.open(path)
    let isCollage = (try? RecipeRecord.read(from: file)) ?? nil != nil
    guard exclusions.takesCollages || !isCollage, let digest = try? Digest(of: file),
      !done.contains(digest), queued.insert(digest).inserted
    else { return }
    let group = group(of: path)
    waiting[group, default: []].append(
      ArrivedPhoto(path: path, digest: digest, identity: identity))
    lastArrivals[group] = now
  }

  private mutating func forget(_ path: FilePath) {
    files[path] = nil
    unread.remove(path)
  }

  private mutating func remove(where isRemoved: (ArrivedPhoto) -> Bool) {
    for (group, photos) in waiting where photos.contains(where: isRemoved) {
      for photo in photos where isRemoved(photo) { queued.remove(photo.digest) }
      waiting[group] = photos.filter { !isRemoved($0) }
    }
  }
}

// Collages of what has arrived.
extension WatchedPhotos {
  /// The photos of the next collage, with the folder of their group; nil if there are too few.
  ///
  /// - Parameters:
  ///   - count: how many a collage has.
  ///   - idle: after how long without another photo a collage is made of fewer; nil for never.
  ///   - fewer: how many of a number of photos can be in one.
  package mutating func next(
    _ count: Int, idle: Duration?, fewer: (Int) -> Int?
  ) -> (group: FilePath, photos: [ArrivedPhoto])? {
    // Those that were renamed come again by their new names.
    for photo in waiting.values.flatMap({ $0 }) where !photo.isThere {
      remove { $0 == photo }
      if let file = files[photo.path], file.isRead { forget(photo.path) }
      note(photo.path, isComplete: false)
    }
    let now = ContinuousClock.now
    for (group, photos) in waiting.sorted(by: { $0.key.string < $1.key.string }) {
      if photos.count >= count { return (group, Array(photos.prefix(count))) }
      guard let idle, !photos.isEmpty, let last = lastArrivals[group], now - last >= idle,
        let fewer = fewer(photos.count)
      else { continue }
      return (group, Array(photos.prefix(fewer)))
    }
    return nil
  }

  /// How many photos wait for others.
  package var waitingCount: Int { queued.count }

  /// When the next group that can be in a collage will have waited so long: 0 if one has; nil if none
  /// will.
  ///
  /// - Parameter fewer: how many of a number of photos can be in a collage.
  package func idleTime(after idle: Duration, fewer: (Int) -> Int?) -> Duration? {
    let now = ContinuousClock.now
    return waiting.filter { !$0.value.isEmpty && fewer($0.value.count) != nil }
      .compactMap { lastArrivals[$0.key] }
      .map { max(idle - (now - $0), .zero) }.min()
  }

  /// These photos are in a collage now, perhaps changed since they arrived.
  package mutating func finish(_ photos: [ArrivedPhoto], in made: SavedCollage) {
    done.formUnion(made.recipe.photos.compactMap(\.digest))
    let finished = Set(photos)
    remove { finished.contains($0) }
  }

  /// Leaves photos out until their files change.
  package mutating func leaveOut(_ paths: Set<FilePath>) { remove { paths.contains($0.path) } }
}
