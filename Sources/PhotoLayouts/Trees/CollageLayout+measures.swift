internal import Imaging

extension CollageLayout {
  /// How many pairs of photos can't be read in their order, from left to right and then down: the
  /// later one lies wholly above the earlier one, or beside it on its left.
  package var inversions: Int { OrderCost.inversions(in: frames.map(\.bounds)) }

  /// How many pairs of edges nearly meet, which looks like a mistake.
  package var nearlyMeetingEdges: Int {
    let areas = frames.map(\.bounds)
    let shortSide = Double(min(canvas.width, canvas.height))
    var (left, top) = (areas.map { Double($0.x) }, areas.map { Double($0.y) })
    return CutAlignment.steps(&left, shortSide: shortSide).small
      + CutAlignment.steps(&top, shortSide: shortSide).small
  }

  /// How many pairs of edges of any side are so near to each other that they look like a slip.
  var slips: Int {
    let areas = frames.map(\.bounds)
    let shortSide = Double(min(canvas.width, canvas.height))
    let edges: [(PixelRect) -> Int] = [
      { $0.x }, { $0.y }, { $0.x + $0.width }, { $0.y + $0.height },
    ]
    return edges.map { edge in
      var places = areas.map { Double(edge($0)) }
      return CutAlignment.steps(&places, shortSide: shortSide, below: CutAlignment.slip).small
    }.reduce(0, +)
  }
}
