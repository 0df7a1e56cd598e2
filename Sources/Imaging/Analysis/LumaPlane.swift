/// The luma of a picture, 0 to 255 for each pixel, rows from the top: for measuring, not for showing.
///
/// All sums are of whole numbers, so that measures are the same on every processor.
package struct LumaPlane: Hashable, Sendable {
  package let size: PixelSize
  package let values: [UInt8]

  /// - Parameter values: as many as the size has pixels.
  package init(size: PixelSize, values: [UInt8]) {
    precondition(values.count == size.pixels)
    self.size = size
    self.values = values
  }

  /// The luma of the coded values by the weights of BT.709; alpha is ignored.
  package init(_ raster: Raster) {
    let pixels = unsafe UnsafeBufferPointer(
      start: raster.pixels, count: Raster.bytes(of: raster.size))
    let count = raster.size.pixels
    let values = unsafe [UInt8](unsafeUninitializedCapacity: count) { values, filled in
      for index in 0..<count {
        let red = unsafe UInt32(pixels[4 * index])
        let green = unsafe UInt32(pixels[4 * index + 1])
        let blue = unsafe UInt32(pixels[4 * index + 2])
        unsafe values[index] = UInt8(
          truncatingIfNeeded: (54 &* red &+ 183 &* green &+ 19 &* blue &+ 128) >> 8)
      }
      filled = count
    }
    self.init(size: raster.size, values: values)
  }

  /// The plane at a size, each value the mean of the area that it covers.
  package func resized(to target: PixelSize) -> LumaPlane {
    if target == size { return self }
    var result: [UInt8] = []
    result.reserveCapacity(target.pixels)
    let columns = (0..<target.width).map { AreaSpan($0, of: target.width, from: size.width) }
    let rows = (0..<target.height).map { AreaSpan($0, of: target.height, from: size.height) }
    var sums = [Int32](repeating: 0, count: size.width)
    let half = size.pixels / 2
    for row in rows {
      addRows(row, target.height, to: &sums)
      for column in columns {
        var sum = 0
        column.forEach(of: target.width) { sum &+= Int(sums[$0]) &* $1 }
        result.append(UInt8(min((sum + half) / size.pixels, 255)))
      }
    }
    return LumaPlane(size: target, values: result)
  }

  /// Sets `sums` to the weighted sums of the rows in a span.
  private func addRows(_ span: AreaSpan, _ count: Int, to sums: inout [Int32]) {
    let width = size.width
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      unsafe values.withUnsafeBufferPointer { values in
        for x in 0..<width { unsafe sums[x] = 0 }
        span.forEach(of: count) { y, weight in
          let weight = Int32(weight)
          let start = y &* width
          for x in 0..<width {
            unsafe sums[x] &+= Int32(values[start &+ x]) &* weight
          }
        }
      }
    }
  }
}

/// The part of a row or column of pixels that one pixel of another size covers.
private struct AreaSpan {
  /// In shares of a pixel, of which each has as many as the other row has pixels.
  private let start: Int
  private let end: Int

  init(_ index: Int, of count: Int, from length: Int) {
    start = index * length
    end = start + length
  }

  /// Calls `body` with each pixel and its weight; the weights add up to the length.
  ///
  /// - Parameter count: how many pixels the other row has.
  @inline(__always)
  func forEach(of count: Int, _ body: (_ index: Int, _ weight: Int) -> Void) {
    var position = start
    while position < end {
      let index = position / count
      let next = min((index + 1) * count, end)
      body(index, next - position)
      position = next
    }
  }
}
