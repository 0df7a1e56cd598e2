/// Neighbouring pixels in a row of a picture.
package struct PixelRun: Hashable, Sendable {
  package let y: Int
  package let columns: Range<Int>

  package init(y: Int, _ columns: Range<Int>) {
    self.y = y
    self.columns = columns
  }
}
