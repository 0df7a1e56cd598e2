/// Converts a photo's samples to a collage's colours before resampling; for photos whose colours
/// need more than a curve per channel and a matrix.
protocol SampleTransform {
  /// Converts a row of pixels, four samples each, to four 16-bit words each, coded in the target's
  /// space. Thread-safe.
  func apply(_ row: UnsafeRawPointer, to words: inout [UInt16])
}
