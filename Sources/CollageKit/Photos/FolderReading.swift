internal import PhotoSources
internal import ReactiveTraits
package import SystemPackage

/// How a folder is read that is named in place of the pictures in it.
package struct FolderReading: Hashable, Sendable {
  /// Whether the pictures in folders below it are taken, too.
  var isRecursive: Bool
  /// Whether collages of this program are taken, too.
  var takesCollages: Bool
  /// The folder of saved collages, which isn't looked into below others, as by `find`; nil if that
  /// is unknown.
  var library: FilePath?

  package init(isRecursive: Bool = false, takesCollages: Bool = false) {
    self.isRecursive = isRecursive
    self.takesCollages = takesCollages
  }
}

/// The pictures that are taken of a folder.
package struct FolderPictures: Sendable {
  package let photos: [FilePath]
  /// How many collages of this program are left out.
  package let collageCount: Int

  /// - Parameter found: all pictures in the folder.
  init(_ found: [FilePath], _ reading: FolderReading, _ cancellation: Cancellation) {
    let collages = reading.takesCollages ? [] : CollageFiles.collages(among: found, cancellation)
    photos = collages.isEmpty ? found : found.filter { !collages.contains($0) }
    collageCount = collages.count
  }
}
