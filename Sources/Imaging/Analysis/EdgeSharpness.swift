/// How steep the strongest edges of a picture are: which share of a rise over four pixels happens
/// within one.
///
/// An edge that is sharp at this size rises at once, one that is blurred by lens or by motion over
/// several pixels. The share doesn't depend on contrast, so that brighter photos aren't sharper.
/// Only the steepest tenth counts, so that a blurred background doesn't.
package enum EdgeSharpness {
  /// Over how many pixels a rise is measured.
  private static let length = 4
  /// Of a picture without any edge: those of a slope.
  private static let flat = 250

  /// Across, down, and both diagonals.
  private static let directions = [
    PixelOffset(x: 1, y: 0), PixelOffset(x: 0, y: 1), PixelOffset(x: 1, y: 1),
    PixelOffset(x: -1, y: 1),
  ]

  /// 250 to 1000, in thousandths: the harmonic mean of four directions, as motion blurs in one.
  ///
  /// - Parameter area: where to look; nil for the whole picture.
  /// - Returns: nil for an area with sides below 16 pixels.
  /// - Cost: 0.5 ms for 720x540 pixels.
  package static func perMille(of plane: LumaPlane, in area: PixelRect? = nil) -> Int? {
    let whole = PixelRect(x: 0, y: 0, width: plane.size.width, height: plane.size.height)
    let area = area ?? whole
    guard area.isInside(plane.size), min(area.width, area.height) >= 16 else { return nil }
    precondition(area.width * area.height < 1 << 24, "sums of steps have 32 bits")
    let step = max(area.width / 240, 1)
    let inverses = directions.map { direction in
      let share = unsafe plane.values.withUnsafeBufferPointer { values in
        unsafe perMille(values, plane.size.width, area, direction, step)
      }
      return 1_000_000_000 / max(share, 1)
    }
    return 4_000_000_000 / inverses.reduce(0, +)
  }

  /// - Parameter step: each which row is looked at.
  private static func perMille(
    _ values: UnsafeBufferPointer<UInt8>, _ width: Int, _ area: PixelRect,
    _ direction: PixelOffset, _ step: Int
  ) -> Int {
    let left = area.x + (direction.x < 0 ? length : 0)
    let count = area.width - length * abs(direction.x)
    let bottom = area.y + area.height - direction.y * length
    let stride = direction.y * width + direction.x
    var histogram = RiseHistogram()
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * count) { room in
      guard let rises = room.baseAddress, let values = values.baseAddress else { return }
      let steps = unsafe rises + count
      for y in Swift.stride(from: area.y, to: bottom, by: step) {
        unsafe measure(values + (y * width + left), stride, count, rises, steps)
        unsafe histogram.add(count, rises, steps)
      }
    }
    return histogram.steepestShare ?? flat
  }

  /// The rise over four pixels at each of `count` places, and the largest rise over one of them.
  ///
  /// Pointers, because checks of indices would keep this from being vectorised.
  private static func measure(
    _ row: UnsafePointer<UInt8>, _ stride: Int, _ count: Int,
    _ rises: UnsafeMutablePointer<UInt8>, _ steps: UnsafeMutablePointer<UInt8>
  ) {
    func difference(_ first: UInt8, _ second: UInt8) -> UInt8 {
      max(first, second) &- min(first, second)
    }
    let (next, third) = unsafe (row + stride, row + 2 * stride)
    let (fourth, fifth) = unsafe (row + 3 * stride, row + 4 * stride)
    for place in 0..<count {
      let rise = unsafe difference(row[place], fifth[place])
      let first = unsafe difference(row[place], next[place])
      let second = unsafe difference(next[place], third[place])
      let middle = unsafe difference(third[place], fourth[place])
      let last = unsafe difference(fourth[place], fifth[place])
      unsafe rises[place] = rise
      unsafe steps[place] = min(max(max(first, second), max(middle, last)), rise)
    }
  }
}

/// How often each rise was met, and the sum of the largest steps within it.
private struct RiseHistogram {
  /// Rises below this are noise.
  private static let minRise = 3
  /// Equal rises follow each other, so that one table would have to wait for itself.
  private static let tables = 4

  /// The number of a rise in the lower half, the sum of its steps in the upper half.
  private var entries = [UInt64](repeating: 0, count: 256 * tables)

  mutating func add(
    _ count: Int, _ rises: UnsafeMutablePointer<UInt8>, _ steps: UnsafeMutablePointer<UInt8>
  ) {
    unsafe entries.withUnsafeMutableBufferPointer { buffer in
      guard let entries = buffer.baseAddress else { return }
      for place in 0..<count {
        let entry = unsafe (place & (Self.tables - 1)) << 8 | Int(rises[place])
        unsafe entries[entry] &+= UInt64(steps[place]) << 32 | 1
      }
    }
  }

  /// The share of the steps in the largest tenth of the rises, in thousandths; nil if none of them
  /// is more than noise.
  var steepestShare: Int? {
    var sums = [UInt64](repeating: 0, count: 256)
    for index in entries.indices { sums[index & 255] += entries[index] }
    let counts = sums.map { Int($0 & 0xFFFF_FFFF) }
    let least = Self.threshold(counts)
    var total = 0
    var steepest = 0
    for rise in least..<256 {
      total += rise * counts[rise]
      steepest += Int(sums[rise] >> 32)
    }
    return total == 0 ? nil : 1000 * steepest / total
  }

  /// The rise from which a tenth of all are at least as large.
  private static func threshold(_ counts: [Int]) -> Int {
    let wanted = counts.reduce(0, +) / 10
    var sum = 0
    for rise in stride(from: 255, to: minRise, by: -1) {
      sum += counts[rise]
      if sum >= wanted { return rise }
    }
    return minRise
  }
}
