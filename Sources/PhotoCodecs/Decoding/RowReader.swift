/// A decoder that hands out a stored picture's rows from the top.
protocol RowReader: ~Copyable {
  /// Begins, and says at what size and depth rows will come.
  mutating func start(_ plan: DecodePlan, limits: DecodeLimits) throws(CodecError)
  /// Narrows rows to at least `columns`; returns the column that each row will really begin with. After `start`.
  mutating func narrow(to columns: Range<Int>) throws(CodecError) -> Int
  /// Passes over rows.
  mutating func skip(_ rows: Int) throws(CodecError)
  /// The next row's pixels, four samples each, valid until the next call.
  mutating func nextRow() throws(CodecError) -> UnsafeRawPointer
  /// After the last row that is wanted, with `remaining` more that are not: makes sure that nothing was cut off.
  mutating func finish(remaining: Int) throws(CodecError)
  /// What was wrong without stopping the decoder.
  var faults: DecodeFaults { get }
}

/// Asks on a decoder's behalf whether it is to stop, before each 64 KiB of the file.
final class CancellationCheck {
  private let isCancelled: () -> Bool

  init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

  /// What C calls, with `context`.
  static let ask: @convention(c) (UnsafeRawPointer?) -> Bool = { context in
    guard let context = unsafe context else { return false }
    return unsafe Unmanaged<CancellationCheck>.fromOpaque(context).takeUnretainedValue().isCancelled()
  }

  /// Valid as long as the question lives.
  var context: UnsafeRawPointer { unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
}

/// What a decoder noticed without giving up.
struct DecodeFaults {
  /// Pixels were lost and filled in.
  var losesPixels: Bool
  /// In the library's words; nil when all was well.
  var message: String?
}
