/// One pixel column of four rows: lane i of each vector belongs to row i.
///
/// This way the horizontal filter loads each weight once for four pixels, opaque pixels need no fourth channel, and the
/// vertical filter's weights are vectors. `CResampling` reads the vectors as they are here.
protocol PixelStrip: BitwiseCopyable {
  /// The number of vectors: one per channel.
  static var channels: Int { get }

  /// The linear values of one pixel in each of four rows, premultiplied by alpha if there is alpha.
  ///
  /// - Parameters:
  ///   - rows: each starts at the pixel's first sample.
  ///   - maxValue: the largest sample value, which stands for 1.
  init<Sample: FixedWidthInteger>(_ rows: FourRows<Sample>, at offset: Int, _ tables: LinearTables, maxValue: Float)
}

/// Pointers to the start of four rows.
@unsafe struct FourRows<Sample> {
  private let first: UnsafePointer<Sample>
  private let second: UnsafePointer<Sample>
  private let third: UnsafePointer<Sample>
  private let fourth: UnsafePointer<Sample>

  /// - Parameter distance: from one row to the next, in samples.
  init(_ first: UnsafePointer<Sample>, apart distance: Int) {
    unsafe self.first = first
    unsafe second = first + distance
    unsafe third = first + 2 * distance
    unsafe fourth = first + 3 * distance
  }

  /// The linear value of the sample at `offset` in each row.
  @inline(__always) func linearValue(at offset: Int, _ table: UnsafePointer<Float>) -> SIMD4<Float>
  where Sample: FixedWidthInteger {
    unsafe SIMD4(
      table[Int(first[offset])], table[Int(second[offset])], table[Int(third[offset])], table[Int(fourth[offset])])
  }

  @inline(__always) func value(at offset: Int) -> SIMD4<Float> where Sample: FixedWidthInteger {
    unsafe SIMD4(Float(first[offset]), Float(second[offset]), Float(third[offset]), Float(fourth[offset]))
  }
}

/// Lookup tables from samples to linear values.
@unsafe struct LinearTables {
  let red: UnsafePointer<Float>
  let green: UnsafePointer<Float>
  let blue: UnsafePointer<Float>
}

struct OpaqueStrip: PixelStrip {
  static var channels: Int { 3 }

  private let red: SIMD4<Float>
  private let green: SIMD4<Float>
  private let blue: SIMD4<Float>

  @inline(__always) init<Sample: FixedWidthInteger>(
    _ rows: FourRows<Sample>, at offset: Int, _ tables: LinearTables, maxValue: Float
  ) {
    red = unsafe rows.linearValue(at: offset, tables.red)
    green = unsafe rows.linearValue(at: offset + 1, tables.green)
    blue = unsafe rows.linearValue(at: offset + 2, tables.blue)
  }
}

struct TransparentStrip: PixelStrip {
  static var channels: Int { 4 }

  private let red: SIMD4<Float>
  private let green: SIMD4<Float>
  private let blue: SIMD4<Float>
  private let alpha: SIMD4<Float>

  @inline(__always) init<Sample: FixedWidthInteger>(
    _ rows: FourRows<Sample>, at offset: Int, _ tables: LinearTables, maxValue: Float
  ) {
    alpha = unsafe rows.value(at: offset + 3) / maxValue
    red = unsafe rows.linearValue(at: offset, tables.red) * alpha
    green = unsafe rows.linearValue(at: offset + 1, tables.green) * alpha
    blue = unsafe rows.linearValue(at: offset + 2, tables.blue) * alpha
  }
}
