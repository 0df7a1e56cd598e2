internal import PhotoCodecs
package import SystemPackage

/// A job for every folder with pictures in it, from a folder down, in natural order. Hidden folders and links to folders are
/// not looked into.
package struct FolderSource: BatchSource {
  private struct Visit {
    let path: FilePath
    let name: FilePath
  }

  /// The next one last.
  private var waiting: [Visit]
  private var number = 0

  package init(_ folder: FilePath) { waiting = [Visit(path: folder, name: "")] }

  package mutating func next() throws(BatchSourceError) -> BatchEntry? {
    while let visit = waiting.popLast() {
      let isTop = visit.name.isEmpty
      let pictures: [FilePath]
      do throws(Errno) {
        let paths = try FileSystem.names(in: visit.path).map { visit.path.appending($0) }
          .sorted(by: PictureFolder.comesBefore)
        pictures = paths.filter { PictureFolder.isPicture($0) && !Self.isFolder($0) }
        waiting += paths.filter { !Self.isHidden($0) && Self.isFolder($0) }.reversed()
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

  private static func isHidden(_ path: FilePath) -> Bool { path.lastComponent?.string.hasPrefix(".") ?? true }

  private static func isFolder(_ path: FilePath) -> Bool {
    (try? FileSystem.status(path, followsLinks: false))?.type == .directory
  }
}
