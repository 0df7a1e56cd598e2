internal import PhotoCodecs
package import ReactiveTraits
package import SystemPackage
internal import ThreadPool

/// Files that this program made. They are known by the recipe near their beginnings, whatever they
/// are called.
package enum CollageFiles {
  /// Those of some files that are collages. A file that can't be read is none.
  ///
  /// - Cost: opening each file and one short read, on a few threads.
  package static func collages(
    among paths: [FilePath], _ cancellation: Cancellation
  ) -> Set<FilePath> {
    Set(ThreadPool.shared.mapFiles(paths, cancellation) { isCollage($0) ? $0 : nil })
  }

  private static func isCollage(_ path: FilePath) -> Bool {
    guard let file = try? PhotoFile.open(path) else { return false }
    return FileHead(of: file)?.isCollage == true
  }
}
