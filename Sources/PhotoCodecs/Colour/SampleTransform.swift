/// Turns a photo's samples into a collage's colours before they are resampled: for photos whose colours are more than a
/// curve for each channel and a matrix.
protocol SampleTransform {
  /// Turns a row of pixels, four samples each, into four words each, coded in the target's space. May be called by several
  /// threads at once.
  func apply(_ row: UnsafeRawPointer, to words: inout [UInt16])
}
