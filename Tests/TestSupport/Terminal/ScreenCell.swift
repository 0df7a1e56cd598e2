/// One place on the screen.
package struct ScreenCell: Hashable, Sendable {
  /// A space, a character with the marks that combine with it, or nothing: the right half of a wide
  /// character.
  package internal(set) var text = " "
  package internal(set) var style = CellStyle()
}
