/// Reads big-endian numbers from bytes, one after the other, and never beyond their end.
struct ByteReader {
  private let bytes: [UInt8]
  private(set) var position: Int
  /// Where reading ends: the offset in `bytes` after the last byte.
  let end: Int

  init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  /// - Parameter range: inside `bytes`.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  var remaining: Int { end - position }

  /// The next number of up to eight bytes; 0 for a width of 0.
  ///
  /// - Throws: `damaged` at the end of the bytes, and for a number above `Int.max`.
  mutating func number(_ width: Int) throws(CodecError) -> Int {
    var number: UInt64 = 0
    for byte in try self.bytes(width) { number = number << 8 | UInt64(byte) }
    guard let number = Int(exactly: number) else {
      throw .damaged(reason: "a number in it is too large")
    }
    return number
  }

  mutating func byte() throws(CodecError) -> UInt8 { UInt8(try number(1)) }

  /// The next four bytes as a number with a sign.
  mutating func signed() throws(CodecError) -> Int { Int(Int32(truncatingIfNeeded: try number(4))) }

  mutating func fourCC() throws(CodecError) -> FourCC { FourCC(UInt32(try number(4))) }

  mutating func bytes(_ count: Int) throws(CodecError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else { throw .damaged(reason: "a box ends too early") }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func skip(_ count: Int) throws(CodecError) { _ = try bytes(count) }

  /// The next bytes before a zero or the end, up to `limit` of them; they aren't skipped.
  func text(limit: Int) -> ArraySlice<UInt8> {
    bytes[position..<end].prefix(limit).prefix { $0 != 0 }
  }

  /// A reader of the bytes in `range`, which lies inside of this one's.
  func reader(of range: Range<Int>) -> ByteReader { ByteReader(bytes, range) }
}
