internal import PhotoCodecs
package import SystemPackage

/// A job for every folder with pictures in it, from a folder down, in natural order. Hidden folders and links to folders are
/// not looked into, nor is the library: what is made of photos is none.
package struct FolderSource: BatchSource {
  private struct Visit {
    let path: FilePath
    let name: FilePath
  }

  /// The next one last.
  private var waiting: [Visit]
  private var number = 0
  private let library: FilePath?

  /// - Parameters:
  ///   - folder: from where on; relative to the working folder if it is relative.
  ///   - library: where collages go; nil when that can't be told.
  package init(_ folder: FilePath, besides library: FilePath? = nil) {
    waiting = [Visit(path: folder, name: "")]
    self.library = library
  }

  package mutating func next() throws(BatchSourceError) -> BatchEntry? {
    while let visit = waiting.popLast() {
      let isTop = visit.name.isEmpty
      let pictures: [FilePath]
      do throws(Errno) {
        let paths = try FileSystem.names(in: visit.path).map { visit.path.appending($0) }
          .sorted(by: PictureFolder.comesBefore)
        pictures = paths.filter { PictureFolder.isPicture($0) && !Self.isFolder($0) }
        waiting += paths.filter { !Self.isHidden($0) && Self.isFolder($0) && !isLibrary($0) }.reversed()
          .map { Visit(path: $0, name: visit.name.appending($0.lastComponent!)) }
      } catch {
        if isTop { throw BatchSourceError(path: visit.path, errno: error) }
        let fault = PhotoError(
          path: visit.path, cause: .file(error == .permissionDenied ? .notAllowed : .failed(error)))
        return entry(visit, .failure(.collage(.photos([fault]))))
      }
      if !pictures.isEmpty { return entry(visit, .success(BatchJob(photos: pictures))) }
    }
    return nil
  }

  private mutating func entry(_ visit: Visit, _ job: Result<BatchJob, BatchError>) -> BatchEntry {
    number += 1
    return BatchEntry(name: visit.name.isEmpty ? "." : visit.name.displayed, line: number, job: job)
  }

  /// By what it is: it has more than one name. It may not be there yet.
  private func isLibrary(_ path: FilePath) -> Bool {
    guard let library, let mine = try? FileSystem.status(library), let status = try? FileSystem.status(path) else {
      return false
    }
    return FileIdentity(mine).isSameFile(as: FileIdentity(status))
  }

  private static func isHidden(_ path: FilePath) -> Bool { path.lastComponent?.string.hasPrefix(".") ?? true }

  private static func isFolder(_ path: FilePath) -> Bool {
    (try? FileSystem.status(path, followsLinks: false))?.type == .directory
  }
}
