/// Neighbouring pixels in a row of a picture.
package struct PixelRun: Hashable, Sendable, BitwiseCopyable {
  private let row: UInt32
  private let start: UInt32
  private let end: UInt32

  package init(y: Int, _ columns: Range<Int>) {
    row = UInt32(y)
    start = UInt32(columns.lowerBound)
    end = UInt32(columns.upperBound)
  }

  package var y: Int { Int(row) }
  package var columns: Range<Int> { Int(start)..<Int(end) }
}

/// From the top, in each row from the left.
package typealias PixelRuns = Slice<ValueMemory<PixelRun>>

extension PixelRuns {
  /// The smallest rectangle that holds them all.
  package var bounds: PixelRect {
    guard let first, let last else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    var (left, right) = (first.columns.lowerBound, first.columns.upperBound)
    for run in self {
      if run.columns.lowerBound < left { left = run.columns.lowerBound }
      if run.columns.upperBound > right { right = run.columns.upperBound }
    }
    return PixelRect(x: left, y: first.y, width: right - left, height: last.y + 1 - first.y)
  }
}
