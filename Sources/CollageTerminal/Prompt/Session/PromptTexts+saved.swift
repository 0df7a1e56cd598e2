internal import CollageKit
internal import Imaging
internal import PhotoCodecs
internal import SystemPackage

/// The sentences about a save, and about what follows it.
extension PromptTexts {
  /// - Parameter album: in which it is, too; nil for none.
  static func saved(_ made: SavedCollage, in album: AlbumName? = nil) -> String {
    let count = made.placements.count
    return "saved \(count) photo\(count == 1 ? "" : "s") as \(made.id)  "
      + "\(UserFolders.abbreviated(made.asset.path))  \(made.size), \(made.asset.bytes.asBytes)"
      + (album.map { ", in album \($0.displayed)" } ?? "")
  }

  /// What is said before a save in a format without HDR.
  static func withoutHDR(_ format: OutputFormat) -> String {
    "without HDR, which \(format.name) files can't hold; a JPEG keeps it"
  }

  /// The row below a collage that was saved.
  static func savedStatus(_ path: FilePath) -> String {
    "saved as \(UserFolders.abbreviated(path)): a change goes on with it, an added photo begins a "
      + "new one"
  }

  /// What is said when a command changes a collage that was saved.
  static func resumed(_ path: FilePath) -> String {
    "going on with the collage saved as \(UserFolders.abbreviated(path)); the next save writes a "
      + "new one"
  }
}
