/// A picture of something, painted row by row.
protocol Scene {
  /// Paints the row whose middle is at height `y`; `row` has a place for every column.
  func paint(_ y: Float, into row: inout [Light])
}
