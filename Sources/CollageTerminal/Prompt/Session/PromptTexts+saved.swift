internal import CollageKit
internal import Imaging
internal import PhotoCodecs
internal import SystemPackage

/// The sentences about a save, about what follows it, and about opening what was saved.
extension PromptTexts {
  /// - Parameter album: in which it is, too; nil for none.
  static func saved(_ made: SavedCollage, in album: AlbumName?, _ voice: Voice) -> String {
    let count = made.placements.count
    let albumText = album.map { ", in album \($0.displayed)" } ?? ""
    if voice == .spoken {
      return "saved \(count) photo\(count == 1 ? "" : "s") as \(made.id), in "
        + "\(UserFolders.abbreviated(made.asset.path)), \(voice.size(made.size)) pixels, "
        + voice.bytes(made.asset.bytes) + albumText
    }
    return "saved \(count) photo\(count == 1 ? "" : "s") as \(made.id)  "
      + "\(UserFolders.abbreviated(made.asset.path))  \(made.size), \(made.asset.bytes.asBytes)"
      + albumText
  }

  /// What is said before a save in a format without HDR.
  static func withoutHDR(_ format: OutputFormat) -> String {
    "without HDR, which \(format.name) files can't hold; a JPEG keeps it"
  }

  /// The row below a collage that was saved; the message above it says where.
  static let savedStatus = "saved; a change goes on with it, an added photo begins a new one"

  /// What is said when a command changes a collage that was saved.
  static func resumed(_ path: FilePath) -> String {
    "going on with the collage saved as \(UserFolders.abbreviated(path)); the next save writes a "
      + "new one"
  }

  // MARK: Opening

  static func opened(_ reference: CollageReference, _ photos: [Photo]) -> String {
    let name =
      switch reference {
      case .id(let id): id.text
      case .file(let path): path.displayed
      }
    let count = photos.count == 1 ? "1 photo" : "\(photos.count) photos"
    return "opened \(count) of \(name); undo restores the previous selection"
  }

  static func notACollage(_ path: FilePath) -> String {
    "\(path.displayed): is not a collage made by collage, "
      + "or another program has removed its recipe; to use it as a photo, add it"
  }

  /// A warning about a missing photo.
  ///
  /// - Parameter number: the photo's, from 1.
  static func missing(_ photo: Photo, number: Int) -> String {
    "photo \(number), \(photo.path.displayed), was not found; "
      + "supply it with 'replace \(number) FILE', or restart with --in and its folder"
  }

  static let laidOutAnew =
    "the layout differs from before, because the version that saved the collage recorded less"

  /// A warning that other fonts are used.
  static func otherFonts(than names: [String]) -> String {
    "its text was written in \(names.map(\.utf8.abridged).listed), "
      + "which is not installed or has changed; other fonts are used"
  }

  static let openingCancelled = "opening cancelled; nothing was changed"
}
