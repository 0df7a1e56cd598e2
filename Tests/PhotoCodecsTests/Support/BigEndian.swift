extension FixedWidthInteger {
  /// Most significant first.
  var bigEndianBytes: [UInt8] { littleEndianBytes.reversed() }

  /// Least significant first.
  var littleEndianBytes: [UInt8] {
    stride(from: 0, to: bitWidth, by: 8).map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
