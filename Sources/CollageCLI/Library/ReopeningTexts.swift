internal import CollageKit

/// What is said about saved collages that are opened or made again.
enum ReopeningTexts {
  /// A warning.
  static func laidOutAnew(_ id: ShortAssetID) -> String {
    "\(id): warning: its photos are laid out differently than before; the version that made it recorded less"
  }

  static func isMade(_ id: AssetID, but error: LibraryError) -> String {
    "\(id) is saved, but the old collage is still there: \(error)"
  }
}
