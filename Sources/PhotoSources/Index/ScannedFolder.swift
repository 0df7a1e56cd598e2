internal import Files
internal import SystemPackage

/// A folder that a scan has reached.
struct ScannedFolder: Sendable {
  let path: FilePath
  /// The path, byte for byte.
  let bytes: [UInt8]
  /// How many of the bytes are the path of the folder that the user named.
  let rootLength: Int
  /// What lies beside the photos in it.
  let sidecars: FolderSidecars

  /// Stores what is found in it; nil to leave the disk alone.
  var update: FolderUpdate?

  /// The path below the folder that the user named; empty for that folder itself.
  var relativeBytes: ArraySlice<UInt8> {
    bytes.dropFirst(rootLength).drop { $0 == UInt8(ascii: "/") }
  }

  /// Whether the user named this folder.
  var isRoot: Bool { bytes.count == rootLength }

  init(root: FilePath) { self.init(path: root, rootLength: root.length) }

  private init(path: FilePath, rootLength: Int) {
    self.path = path
    bytes = path.bytes
    self.rootLength = rootLength
    sidecars = FolderSidecars(path, isScanned: true)
  }

  func appending(_ name: FilePath.Component) -> ScannedFolder {
    ScannedFolder(path: path.appending(name), rootLength: rootLength)
  }
}
