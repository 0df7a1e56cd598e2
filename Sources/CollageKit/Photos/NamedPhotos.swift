internal import PhotoSources
internal import ReactiveTraits
package import SystemPackage

/// Photos that were named one by one, of which some may be collages of this program.
package struct NamedPhotos: Sendable {
  /// Each once.
  private let paths: [FilePath]

  package init(_ paths: [FilePath] = []) { self.paths = paths.uniqued() }

  /// Those of them that were chosen.
  package func among(_ chosen: [PhotoAddress]) -> NamedPhotos {
    let chosen = Set(chosen)
    return NamedPhotos(paths.filter { chosen.contains(.file($0)) })
  }

  /// Those that are collages of this program, in order.
  ///
  /// - Cost: each call opens each file and reads its beginning.
  package var collages: [FilePath] {
    let found = CollageFiles.collages(among: paths, Cancellation())
    return paths.filter(found.contains)
  }
}
