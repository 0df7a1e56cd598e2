extension LumaPlane {
  /// The most of the width or height that bars may take on one side, in hundredths.
  private static let maxBar = 42
  /// The share of the pixels beside a bar that must differ from it, in hundredths: beside one bar
  /// alone, and beside two together that face each other and are as broad.
  private static let edgeOfBar = 70
  private static let edgesOfPair = 70
  /// Bars on bars, such as a letterbox within a screenshot's margins.
  private static let maxPasses = 3

  /// The part of the picture without plain bars along its sides, as a letterbox, a scan or a
  /// screenshot has them; nil if there are none.
  ///
  /// A bar ends in a straight edge: a white wall or a sky around a thing is none. What is left
  /// begins a pixel within the edge, because that is mixed with the bar where the picture was
  /// reduced.
  package var insideBars: PixelRect? {
    let whole = PixelRect(size)
    var area = whole
    for _ in 0..<Self.maxPasses {
      let before = area
      area = withoutBars(area, alongRows: true)
      area = withoutBars(area, alongRows: false)
      if area == before { break }
    }
    return area == whole ? nil : area
  }

  /// Without bars above and below, or left and right.
  private func withoutBars(_ area: PixelRect, alongRows: Bool) -> PixelRect {
    let length = alongRows ? area.height : area.width
    guard min(area.width, area.height) >= 48 else { return area }
    let first = bar(of: area, alongRows, fromEnd: false)
    let last = bar(of: area, alongRows, fromEnd: true)
    let isPair =
      abs(first.depth - last.depth) <= max(length / 50, 1)
      && abs(first.colour - last.colour) <= Self.barTolerance
      && first.edge + last.edge >= Self.edgesOfPair
    let least = max(size.width, size.height) / 150 + 1
    func left(out bar: Bar) -> Int {
      bar.depth >= least && bar.depth * 100 <= Self.maxBar * length
        && (isPair || bar.edge >= Self.edgeOfBar) ? bar.end : 0
    }
    let (start, end) = (left(out: first), left(out: last))
    return alongRows
      ? PixelRect(
        x: area.x, y: area.y + start, width: area.width, height: area.height - start - end)
      : PixelRect(
        x: area.x + start, y: area.y, width: area.width - start - end, height: area.height)
  }

  /// By how much the pixels of a bar may differ, and from which difference on a pixel is none of
  /// it.
  private static let barTolerance = 6
  private static let barContrast = 14
  /// The share of a bar's rows that must be of its brightness, in hundredths.
  private static let barShare = 98

  private struct Bar {
    let colour: Int
    /// How many rows or columns are of its colour.
    let depth: Int
    /// Where the photo begins.
    let end: Int
    /// The share of the pixels beside it that differ from it, in hundredths.
    let edge: Int
  }

  private func bar(of area: PixelRect, _ alongRows: Bool, fromEnd: Bool) -> Bar {
    let length = alongRows ? area.height : area.width
    let count = alongRows ? area.width : area.height
    func pixel(_ line: Int, _ index: Int) -> Int {
      let line = fromEnd ? length - 1 - line : line
      let (x, y) = alongRows ? (index, line) : (line, index)
      return Int(values[(area.y + y) * size.width + area.x + x])
    }
    let colour = (pixel(0, 0) + pixel(0, count - 1)) / 2
    func share(_ line: Int, where matches: (Int) -> Bool) -> Int {
      (0..<count).count { matches(abs(pixel(line, $0) - colour)) } * 100 / count
    }
    let depth =
      (0..<length).first { line in
        share(line) { $0 <= Self.barTolerance } < Self.barShare
      } ?? length
    // A JPEG is restless beside an edge.
    let near = depth..<min(depth + 3 + length / 200, length)
    let edges = near.map { line in share(line) { $0 > Self.barContrast } }
    let last = edges.firstIndex { $0 >= Self.edgeOfBar } ?? 0
    return Bar(colour: colour, depth: depth, end: depth + last + 1, edge: edges.max() ?? 0)
  }
}
