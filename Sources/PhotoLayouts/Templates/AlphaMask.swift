package import Imaging

/// The opacity of a picture's pixels, from 0 to 255: rows from the top.
package struct AlphaMask: Sendable {
  package let size: PixelSize
  let values: ValueMemory<UInt8>

  /// - Parameter values: one for each pixel.
  package init(size: PixelSize, values: ValueMemory<UInt8>) {
    precondition(values.count == size.pixels)
    self.size = size
    self.values = values
  }

  /// Below this, a pixel is part of an opening or of a hole.
  static let half: UInt8 = 128

  /// Calls `body` with each run of values below one half: from the top, in each row from the left.
  private func forEachClearRun(_ body: (_ y: Int, _ columns: Range<Int>) -> Void) {
    for y in 0..<size.height {
      let row = y * size.width
      var x = 0
      while x < size.width {
        while x < size.width, values[row + x] >= Self.half { x += 1 }
        let start = x
        while x < size.width, values[row + x] < Self.half { x += 1 }
        if start < x { body(y, start..<x) }
      }
    }
  }

  /// How many runs of values below one half there are.
  var clearRunCount: Int {
    var count = 0
    forEachClearRun { _, _ in count += 1 }
    return count
  }

  /// The runs of values below one half, of which there are so many.
  func clearRuns(_ count: Int) throws(OutOfMemory) -> ValueMemory<PixelRun> {
    let runs = try ValueMemory<PixelRun>(count: count)
    var index = 0
    forEachClearRun { y, columns in
      runs[index] = PixelRun(y: y, columns)
      index += 1
    }
    return runs
  }
}
