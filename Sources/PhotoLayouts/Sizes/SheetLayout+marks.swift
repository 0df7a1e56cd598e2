package import Imaging

extension SheetLayout {
  /// From a copy to its marks.
  private static let markDistance = 0.5 * PaperUnit.pointsOfMillimetre
  private static let markLength = 4 * PaperUnit.pointsOfMillimetre
  /// Shorter marks are left out.
  private static let leastMark = 0.4 * PaperUnit.pointsOfMillimetre

  /// Narrower gaps between copies have no room for a mark.
  static let leastGapForMarks = 2 * markDistance + leastMark

  /// Lines that show where the copies are to be cut, beside their corners: outside of all copies,
  /// with their bleed, as far as there is room. Where a cut has no such line, one along the edge of
  /// the copies, or in their bleed.
  ///
  /// - Parameter bleed: how far inside of a copy's edges it is cut.
  package func cutMarks(bleed: Double) -> [PrintedPage.CutMark] {
    var marks = Marks()
    for (place, copy) in copies.enumerated() {
      let trim = copy.inset(by: bleed)
      let (left, right) = (neighbour(of: place, across: -1), neighbour(of: place, across: 1))
      let (above, below) = (neighbour(of: place, down: -1), neighbour(of: place, down: 1))
      let upright = [
        mark(from: copy.y, to: above?.bottom, orEnd: printable.y),
        mark(from: copy.bottom, to: below?.y, orEnd: printable.bottom),
      ]
      let level = [
        mark(from: copy.x, to: left?.right, orEnd: printable.x),
        mark(from: copy.right, to: right?.x, orEnd: printable.right),
      ]
      for span in upright.compactMap(\.self) {
        for x in [trim.x, trim.right] { marks.addUpright(x, span) }
      }
      for span in level.compactMap(\.self) {
        for y in [trim.y, trim.bottom] { marks.addLevel(y, span) }
      }
    }
    let marked = marks
    for copy in copies {
      let trim = copy.inset(by: bleed)
      for x in [trim.x, trim.right]
      where !marked.haveUpright(x) && !isEdge(x, ofLength: paper.width) {
        for span in edges(copy.y, copy.bottom, bleed) { marks.addUpright(x, span) }
      }
      for y in [trim.y, trim.bottom]
      where !marked.haveLevel(y) && !isEdge(y, ofLength: paper.height) {
        for span in edges(copy.x, copy.right, bleed) { marks.addLevel(y, span) }
      }
    }
    return marks.all
  }

  /// Marks, each once: neighbours share theirs.
  private struct Marks {
    private(set) var all: [PrintedPage.CutMark] = []
    private var known: Set<PrintedPage.CutMark> = []
    /// Where lines are, in thousandths of a point.
    private var uprights: Set<Int> = []
    private var levels: Set<Int> = []

    private static func rounded(_ points: Double) -> Double { (points * 1e4).rounded() / 1e4 }

    private static func rounded(_ span: ClosedRange<Double>) -> ClosedRange<Double> {
      rounded(span.lowerBound)...rounded(span.upperBound)
    }

    mutating func addUpright(_ x: Double, _ span: ClosedRange<Double>) {
      let x = Self.rounded(x)
      uprights.insert(Self.thousandths(x))
      add(.init(x: x...x, y: Self.rounded(span)))
    }

    mutating func addLevel(_ y: Double, _ span: ClosedRange<Double>) {
      let y = Self.rounded(y)
      levels.insert(Self.thousandths(y))
      add(.init(x: Self.rounded(span), y: y...y))
    }

    private mutating func add(_ mark: PrintedPage.CutMark) {
      if known.insert(mark).inserted { all.append(mark) }
    }

    private static func thousandths(_ points: Double) -> Int { Int((points * 1000).rounded()) }

    private static func hasLine(at place: Double, in lines: Set<Int>) -> Bool {
      (-1...1).contains { lines.contains(thousandths(place) + $0) }
    }

    func haveUpright(_ x: Double) -> Bool { Self.hasLine(at: x, in: uprights) }
    func haveLevel(_ y: Double) -> Bool { Self.hasLine(at: y, in: levels) }
  }

  /// Nil where there is none.
  private func neighbour(of place: Int, across: Int = 0, down: Int = 0) -> PaperArea? {
    let column = place % columns + across
    let other = place + across + down * columns
    return (0..<columns).contains(column) && copies.indices.contains(other) ? copies[other] : nil
  }

  /// The mark from a copy's edge towards its neighbour, or else towards where the printable area
  /// ends; nil without room.
  private func mark(
    from edge: Double, to neighbour: Double?, orEnd end: Double
  ) -> ClosedRange<Double>? {
    let next = neighbour ?? end
    let room = abs(next - edge) - (neighbour == nil ? 0 : Self.markDistance)
    let length = min(room, Self.markDistance + Self.markLength)
    guard length - Self.markDistance >= Self.leastMark else { return nil }
    return next > edge
      ? edge + Self.markDistance...edge + length : edge - length...edge - Self.markDistance
  }

  /// Whether a cut lies where the paper ends.
  private func isEdge(_ place: Double, ofLength length: Double) -> Bool {
    min(abs(place), abs(length - place)) <= 2 * Self.tolerance
  }

  /// Parts of a copy's side where a line may lie: all of it, or what is cut off at its ends.
  private func edges(
    _ start: Double, _ end: Double, _ bleed: Double
  ) -> [ClosedRange<Double>] {
    bleed > 0 ? [start...start + bleed, end - bleed...end] : [start...end]
  }
}
