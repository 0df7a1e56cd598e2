/// A rectangle on paper, in points of 1/72 inch from the top left corner.
package struct PaperArea: Hashable, Sendable {
  package let x: Double
  package let y: Double
  package let width: Double
  package let height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// All of a sheet.
  package init(_ size: PaperSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  package var right: Double { x + width }
  package var bottom: Double { y + height }

  /// The rectangle without so many points at each side; with more, if they are negative.
  package func inset(by points: Double) -> PaperArea { inset(across: points, down: points) }

  package func inset(across: Double, down: Double) -> PaperArea {
    PaperArea(x: x + across, y: y + down, width: width - 2 * across, height: height - 2 * down)
  }
}
