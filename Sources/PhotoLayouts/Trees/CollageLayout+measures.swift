internal import Imaging

extension CollageLayout {
  /// How many pairs of photos can't be read in their order, from left to right and then down: the
  /// later one lies wholly above the earlier one, or beside it on its left.
  package var inversions: Int { OrderCost.inversions(in: frames.map(\.bounds)) }

  /// How many pairs of edges nearly meet, which looks like a mistake.
  package var nearlyMeetingEdges: Int {
    let areas = frames.map(\.bounds)
    let shortSide = Double(min(canvas.width, canvas.height))
    return EdgeJoining.nearMisses(of: areas.map { Double($0.x + $0.width) }, shortSide: shortSide)
      + EdgeJoining.nearMisses(of: areas.map { Double($0.y + $0.height) }, shortSide: shortSide)
  }
}
