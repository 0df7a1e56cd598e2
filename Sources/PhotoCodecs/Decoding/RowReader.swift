/// A decoder that delivers the rows of a stored picture, from the top down.
protocol RowReader: ~Copyable {
  /// Starts decoding at the reduction that `plan` asks for: rows then have the width
  /// `plan.decodedSize(of:)`.
  mutating func start(_ plan: DecodePlan, limits: DecodeLimits) throws(CodecError)
  /// Restricts rows to at least `columns`. Returns the first column that each row will contain.
  /// Call after `start`.
  mutating func narrow(to columns: Range<Int>) throws(CodecError) -> Int
  /// Skips the next `rows` rows.
  mutating func skip(_ rows: Int) throws(CodecError)
  /// The pixels of the next row, four samples each. The pointer is valid until the next call.
  mutating func nextRow() throws(CodecError) -> UnsafeRawPointer
  /// Call after the last row that is needed. Reads the `remaining` rows to check that the file is
  /// not truncated.
  mutating func finish(remaining: Int) throws(CodecError)
  /// Problems that did not stop the decoder.
  var faults: DecodeFaults { get }
}
