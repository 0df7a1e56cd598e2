/// A JPEG's bytes, for introducing one fault.
struct JPEGBytes {
  var bytes: [UInt8]

  /// Inserts a minimal EXIF segment before all others, with one entry: the orientation, which may
  /// be invalid.
  mutating func insert(orientation: UInt8) {
    let header: [UInt8] = Array("Exif\0\0".utf8) + Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
    // One entry: tag 0x0112, type 3 (16 bits), one value; no further directory.
    let payload =
      header + [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0]
    let length = payload.count + 2
    bytes.insert(
      contentsOf: [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload, at: 2)
  }

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
