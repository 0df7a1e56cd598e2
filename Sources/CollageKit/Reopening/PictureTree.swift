internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// The pictures in some folders and everything below them, read when they are first needed. Skips
/// hidden names and links to folders.
final class PictureTree: Sendable {
  /// The properties that distinguish most photos without reading them completely.
  private struct Look: Hashable {
    let size: PixelSize
    let orientation: Orientation
  }

  private struct State {
    var pictures: [FilePath]?
    var looks: [Look: [FilePath]]?
    var digests: [FilePath: Digest] = [:]
  }

  private let folders: [FilePath]
  private let state = Locked(State())

  init(_ folders: [FilePath]) { self.folders = folders }

  /// The pictures with a name, in natural order, those directly in the given folders first.
  ///
  /// - Throws: `photos` when a given folder can't be read; `cancelled`.
  func pictures(named name: FilePath.Component, _ cancellation: Cancellation) throws(CollageError)
    -> [FilePath]
  {
    let direct = folders.map { $0.appending(name) }
    return try direct
      + pictures(cancellation).filter { $0.lastComponent == name && !direct.contains($0) }
  }

  /// The pictures that have the size and the orientation of `photo`. The first call reads the
  /// headers of all pictures.
  func pictures(like photo: Photo, limits: DecodeLimits, _ cancellation: Cancellation)
    throws(CollageError)
    -> [FilePath]
  {
    let look = Look(size: photo.size, orientation: photo.header.orientation)
    if let looks = state.withLock({ $0.looks }) { return looks[look] ?? [] }
    var looks: [Look: [FilePath]] = [:]
    for path in try pictures(cancellation) {
      if cancellation.isCancelled { throw .cancelled }
      guard
        let photo = try? Photo(at: path, limits: limits, isCancelled: { cancellation.isCancelled })
      else {
        continue
      }
      looks[Look(size: photo.size, orientation: photo.header.orientation), default: []].append(path)
    }
    if cancellation.isCancelled { throw .cancelled }
    state.withLock { [looks] in $0.looks = looks }
    return looks[look] ?? []
  }

  /// The digest of a picture, computed once; nil if it can't be read.
  func digest(of path: FilePath, _ cancellation: Cancellation) throws(CollageError) -> Digest? {
    if let digest = state.withLock({ $0.digests[path] }) { return digest }
    guard let file = try? PhotoFile.open(path) else { return nil }
    let digest = try? Digest(of: file, isCancelled: { cancellation.isCancelled })
    if cancellation.isCancelled { throw .cancelled }
    state.withLock { $0.digests[path] = digest }
    return digest
  }

  private func pictures(_ cancellation: Cancellation) throws(CollageError) -> [FilePath] {
    if let pictures = state.withLock({ $0.pictures }) { return pictures }
    var found: [FilePath] = []
    var waiting = Array(folders.reversed())
    while let folder = waiting.popLast() {
      if cancellation.isCancelled { throw .cancelled }
      do throws(Errno) {
        let contents = try PictureFolder.contents(of: folder)
        found += contents.pictures
        waiting += contents.folders.reversed()
      } catch {
        guard folders.contains(folder) else { continue }
        throw .photos([PhotoError(path: folder, cause: .file(PhotoFileError(error)))])
      }
    }
    state.withLock { [found] in $0.pictures = found }
    return found
  }
}
