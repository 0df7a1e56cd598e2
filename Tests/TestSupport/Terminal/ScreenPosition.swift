/// A place on the screen, counted from 0 at the top left.
package struct ScreenPosition: Hashable, Sendable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
