/// Makes target pixels of a source's rows, which are pushed from the top down.
protocol RowSink: AnyObject {
  /// The source rows to push, in order, and the columns that each of them must have.
  var rows: Range<Int> { get }
  var columns: Range<Int> { get }

  /// Takes the next of `rows`.
  ///
  /// - Parameter row: its pixels from column `columns.lowerBound` on, four samples each.
  func push(_ row: UnsafeRawPointer)

  /// Waits until every target row that can be computed from the pushed rows has been written to the
  /// frame.
  func finish()
}
