internal import TerminalPictures

/// What a list shows of an item in some cells of the window: its picture, or what there is in its
/// place.
enum Tile {
  static let loadingText = "loading"

  case loading
  /// The picture with its size in cells.
  case picture(PictureContent, columns: Int, rows: Int)
  /// Why there is no picture.
  ///
  /// - Parameter isAllowable: whether the photo can be used if damage is allowed.
  case broken(reason: String, isAllowable: Bool)
  /// The same for a photo that may be used nonetheless.
  case unavailable(reason: String)

  /// The cells that a picture may take, and how it is shown there.
  struct Form: Hashable, Sendable {
    let columns: Int
    let rows: Int
    let display: PictureDisplay
  }
}
