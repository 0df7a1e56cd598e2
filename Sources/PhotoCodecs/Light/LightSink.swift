/// Makes codes of light of a photo's rows, for its frame in a plane of gains.
protocol LightSink: AnyObject {
  /// Takes the next row that is resampled.
  ///
  /// - Parameters:
  ///   - row: its samples as decoded, from the first column on that is resampled.
  ///   - words: as for `LightSource`.
  func push(_ row: UnsafeRawPointer, _ words: UnsafeRawPointer?)

  /// Writes the rest of the frame. Call after the last row.
  func finish()
}
