/// What a thread needs to lay out one tree after the other, without new memory for each.
struct TreeBench {
  var fitter: TreeFitter
  var cuts: TreeCuts
  var alignment: CutAlignment
  /// The photos' cells, without their strips.
  var cells: [TreeFitter.Cell] = []
  /// For counting those that nearly meet.
  var edges: [Double] = []

  init(_ fitter: TreeFitter, _ alignment: CutAlignment) {
    self.fitter = fitter
    self.alignment = alignment
    cuts = fitter.emptyCuts
  }

  /// Finds the cells of the tree as it is stretched now; returns whether it fits.
  mutating func fill(_ area: TreeFitter.Cell) -> Bool { fitter.cut(area, into: &cuts) }

  mutating func readCells() {
    cells.removeAll(keepingCapacity: true)
    for photo in cuts.sides.indices { cells.append(cuts.cell(photo)) }
  }
}
