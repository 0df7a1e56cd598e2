extension [UInt8] {
  /// Appends a number, the least significant byte first; a negative one as its two's complement.
  mutating func append(_ number: Int, width: Int) {
    for index in 0..<width { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  /// Replaces the four bytes at a place.
  mutating func replace(at place: Int, with number: Int) {
    for index in 0..<4 { self[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
  }

  /// The number at a place, which lies within the bytes.
  func number<Number: FixedWidthInteger & BitwiseCopyable>(at place: Int, as type: Number.Type)
    -> Int
  {
    precondition(place >= 0 && place <= count - MemoryLayout<Number>.size)
    return unsafe withUnsafeBytes { bytes in
      unsafe Int(
        truncatingIfNeeded: Number(
          littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self)))
    }
  }
}
