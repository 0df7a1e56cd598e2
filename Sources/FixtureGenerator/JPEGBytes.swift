/// A JPEG's bytes, for introducing one fault.
struct JPEGBytes {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A marker segment.
  struct Segment {
    let marker: UInt8
    let payload: [UInt8]

    /// A minimal EXIF segment: one directory with one entry, the orientation, which may be invalid.
    static func orientation(_ value: UInt8) -> Segment {
      let header: [UInt8] = Array("Exif\0\0".utf8) + Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
      // One entry: tag 0x0112, type 3 (16 bits), one value; no further directory.
      return Segment(
        marker: 0xE1, payload: header + [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0] + [0, 0, 0, 0])
    }

    var bytes: [UInt8] {
      let length = payload.count + 2
      return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }
  }

  /// Inserts a segment before all others.
  mutating func insert(_ segment: Segment) { bytes.insert(contentsOf: segment.bytes, at: 2) }

  /// The offset of the first segment with one of these markers; there must be one.
  func offset(of markers: ClosedRange<UInt8>) -> Int {
    var offset = 2
    while !markers.contains(bytes[offset + 1]) { offset = end(ofSegmentAt: offset) }
    return offset
  }

  func end(ofSegmentAt offset: Int) -> Int {
    offset + 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
  }

  /// The offset of the frame header: SOF0 to SOF3.
  var frameHeader: Int { offset(of: 0xC0...0xC3) }

  /// The offset of the first entropy-coded byte.
  var pixels: Int { end(ofSegmentAt: offset(of: 0xDA...0xDA)) }
}
