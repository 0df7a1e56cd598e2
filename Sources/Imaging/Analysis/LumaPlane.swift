/// The luma of a picture, 0 to 255 per pixel, rows from the top: for measuring, not for showing.
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
    let pixels = unsafe raster.pixels
    let count = raster.size.pixels
    let values = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let values = buffer.baseAddress else { return }
      for index in 0..<count {
        let red = unsafe UInt32(pixels[4 &* index])
        let green = unsafe UInt32(pixels[4 &* index &+ 1])
        let blue = unsafe UInt32(pixels[4 &* index &+ 2])
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
    let columns = (0..<target.width).map { AreaSpan($0, of: target.width, from: size.width) }
    let rows = (0..<target.height).map { AreaSpan($0, of: target.height, from: size.height) }
    let mean = QuickDivision(by: size.pixels)
    var sums = [Int32](repeating: 0, count: size.width)
    let resized = unsafe [UInt8](unsafeUninitializedCapacity: target.pixels) { result, filled in
      for row in rows {
        addRows(row, to: &sums)
        unsafe sums.withUnsafeBufferPointer { sums in
          guard let sums = sums.baseAddress else { return }
          for column in columns {
            let sum = unsafe column.sum(of: sums)
            unsafe result[filled] = UInt8(min(mean.rounded(sum), 255))
            filled += 1
          }
        }
      }
    }
    return LumaPlane(size: target, values: resized)
  }

  /// Sets `sums` to the weighted sums of the rows in a span.
  private func addRows(_ span: AreaSpan, to sums: inout [Int32]) {
    let width = size.width
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      unsafe values.withUnsafeBufferPointer { values in
        guard let sums = sums.baseAddress, let values = values.baseAddress else { return }
        for x in 0..<width { unsafe sums[x] = 0 }
        for y in span.first...span.last {
          let weight = Int32(span.weight(of: y))
          let row = unsafe values + y * width
          for x in 0..<width { unsafe sums[x] &+= Int32(row[x]) &* weight }
        }
      }
    }
  }
}

/// Division by the same number many times, by a multiplication, which is ten times as fast.
private struct QuickDivision {
  private let divisor: UInt64
  /// 2 to the power of 64 divided by twice the divisor, rounded up.
  private let factor: UInt64

  /// - Parameter divisor: above 0, below 2 to the power of 27.
  init(by divisor: Int) {
    precondition(0 < divisor && divisor < 1 << 27)
    self.divisor = UInt64(divisor)
    factor = UInt64.max / (2 * self.divisor) + 1
  }

  /// The quotient, rounded to the nearest whole number: exact if it is at most 255.
  @inline(__always)
  func rounded(_ dividend: Int) -> Int {
    let doubled = 2 &* UInt64(truncatingIfNeeded: dividend) &+ divisor
    return Int(truncatingIfNeeded: doubled.multipliedFullWidth(by: factor).high)
  }
}

/// The part of a row or column of pixels that one pixel of another size covers, with whole weights,
/// which add up to the length.
private struct AreaSpan {
  /// The indices of the pixels at its ends.
  let first: Int
  let last: Int
  private let firstWeight: Int
  private let lastWeight: Int
  /// That of the pixels between.
  private let fullWeight: Int

  init(_ index: Int, of count: Int, from length: Int) {
    let (start, end) = (index * length, (index + 1) * length)
    first = start / count
    last = (end - 1) / count
    firstWeight = min((first + 1) * count, end) - start
    lastWeight = end - max(last * count, start)
    fullWeight = count
  }

  func weight(of index: Int) -> Int {
    if index == first { return firstWeight }
    return index == last ? lastWeight : fullWeight
  }

  @inline(__always)
  func sum(of values: UnsafePointer<Int32>) -> Int {
    var sum = unsafe Int(values[first]) &* firstWeight
    if last > first {
      sum &+= unsafe Int(values[last]) &* lastWeight
      for index in (first &+ 1)..<last { sum &+= unsafe Int(values[index]) &* fullWeight }
    }
    return sum
  }
}
