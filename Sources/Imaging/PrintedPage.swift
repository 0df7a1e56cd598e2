/// A sheet of paper with a picture on it, once or several times. Lengths are in points (1/72 inch).
package struct PrintedPage: Hashable, Sendable {
  /// One place of the picture.
  package struct Copy: Hashable, Sendable {
    /// What the picture covers; may extend beyond the paper by less than a pixel.
    package let area: PaperArea
    /// Whether the picture is turned by a quarter, clockwise.
    package let isTurned: Bool

    package init(_ area: PaperArea, isTurned: Bool = false) {
      self.area = area
      self.isTurned = isTurned
    }
  }

  /// A line, level or upright, along which to cut.
  package struct CutMark: Hashable, Sendable {
    package let x: ClosedRange<Double>
    package let y: ClosedRange<Double>

    package init(x: ClosedRange<Double>, y: ClosedRange<Double>) {
      self.x = x
      self.y = y
    }
  }

  /// The width of cut marks.
  package static let markWidth = 0.25

  /// The longest side that a PDF can have in units of a point: longer pages have larger units.
  package static let maxSide = 14_400.0

  package let paper: PaperSize
  /// How far inside its edges the paper itself is trimmed; 0 for a sheet that is not.
  package let bleed: Double
  /// How many pixels the picture has beyond its trim at each side.
  package let pictureBleed: Int
  package let copies: [Copy]
  package let cutMarks: [CutMark]

  package init(
    paper: PaperSize, bleed: Double = 0, pictureBleed: Int = 0, copies: [Copy],
    cutMarks: [CutMark] = []
  ) {
    self.paper = paper
    self.bleed = bleed
    self.pictureBleed = pictureBleed
    self.copies = copies
    self.cutMarks = cutMarks
  }

  /// How many points a unit has in a PDF with this page.
  package var pointsPerUnit: Int {
    max(1, Int((max(paper.width, paper.height) / Self.maxSide).rounded(.up)))
  }

  /// A page that one picture covers.
  package init(covered paper: PaperSize) {
    self.init(paper: paper, copies: [Copy(PaperArea(paper))])
  }
}
