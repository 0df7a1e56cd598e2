/// A picture of pixels on the screen.
package struct ShownPicture: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Placed by a command of the kitty graphics protocol.
    case placement
    /// Shown in place of placeholder characters.
    case placeholders
    case sixel
  }

  package let kind: Kind
  /// The number under which it was sent; 0 for sixels, which have none.
  package let id: UInt32
  /// Which of its placements it is; 0 if it has no number.
  package let place: UInt32
  /// Its top left corner.
  package var position: ScreenPosition
  /// Its size in cells.
  package let columns: Int
  package let rows: Int
  /// Its size in pixels.
  package let width: Int
  package let height: Int

  package init(
    kind: Kind, id: UInt32, place: UInt32 = 0, position: ScreenPosition, columns: Int, rows: Int,
    width: Int,
    height: Int
  ) {
    self.kind = kind
    self.id = id
    self.place = place
    self.position = position
    self.columns = columns
    self.rows = rows
    self.width = width
    self.height = height
  }
}
