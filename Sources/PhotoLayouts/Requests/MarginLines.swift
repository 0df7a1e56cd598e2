/// Small lines of text in a canvas's upper and lower margins.
package struct MarginLines: Hashable, Sendable {
  package var hasHeader: Bool
  package var hasFooter: Bool
  /// An em of them.
  package var size: Length

  /// The height of the margin that a line needs, in ems: the line, and as much again around it,
  /// because printers leave an edge of paper white.
  private static let height = 3.0

  package init(hasHeader: Bool, hasFooter: Bool, size: Length) {
    self.hasHeader = hasHeader
    self.hasFooter = hasFooter
    self.size = size
  }

  /// An em in pixels, at least 1.
  ///
  /// - Parameters:
  ///   - side: the canvas's short side in pixels.
  ///   - canvas: tells the dots per inch.
  package func em(onShortSide side: Int, of canvas: Canvas) -> Int {
    max(size.wholePixels(onShortSide: side, of: canvas), 1)
  }

  /// The height of a line itself, in pixels.
  package static func lineHeight(em: Int) -> Int {
    Int(((TextMetrics.lineHeight + 2 * TextMetrics.padding) * Double(em)).rounded())
  }

  /// The height of a margin with a line, in pixels: so that the line has room in the safe zone, but
  /// for that no more than a third of the short side, or two margins would leave photos no room.
  ///
  /// - Parameters:
  ///   - margin: without one.
  ///   - safeInset: from the canvas's edge to the safe zone.
  ///   - side: the canvas's short side.
  package static func height(em: Int, margin: Int, safeInset: Int, shortSide side: Int) -> Int {
    let safe = safeInset > 0 ? min(safeInset + lineHeight(em: em), side / 3) : 0
    return max(margin, Int((height * Double(em)).rounded()), safe)
  }
}
