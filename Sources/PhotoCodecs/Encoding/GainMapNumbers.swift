/// What a file states of its gain map, in whole numbers: the gains of the least and the greatest
/// value, and with which headroom they are shown in full.
struct GainMapNumbers {
  let range: GainRange
  /// In millionths of a stop.
  let headroom: Int

  static let unit = GainRange.unit
  /// What is added to the linear values of both renditions before they are compared.
  static let offset = (numerator: 1, denominator: 64)

  init(_ gains: FittedGains) {
    range = gains.range
    headroom = max(Int((gains.headroom * Double(Self.unit)).rounded()), 1)
  }

  /// The metadata of ISO 21496-1, with the version at their beginning.
  var isoRecord: [UInt8] {
    func fraction(_ numerator: Int, _ denominator: Int) -> [UInt8] {
      UInt32(bitPattern: Int32(clamping: numerator)).bigEndianBytes
        + UInt32(denominator).bigEndianBytes
    }
    // The colours are the primary picture's; one channel.
    let flags: UInt8 = 0x40
    let offset = fraction(Self.offset.numerator, Self.offset.denominator)
    return UInt32(0).bigEndianBytes + [flags] + fraction(0, 1) + fraction(headroom, Self.unit)
      + fraction(range.least, Self.unit) + fraction(range.most, Self.unit) + fraction(1, 1)
      + offset + offset
  }
}
