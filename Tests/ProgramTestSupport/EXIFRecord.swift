import TestSupport

/// Handmade EXIF, little-endian.
package enum EXIFRecord {
  private static let beginning = Array("II*\0".utf8)

  /// A directory with nothing but an orientation.
  package static func orientation(_ value: UInt16) -> [UInt8] {
    directory([orientationEntry(value)])
  }

  package static func orientationEntry(_ value: UInt16) -> [UInt8] {
    [0x12, 0x01, 3, 0, 1, 0, 0, 0] + value.littleEndianBytes + [0, 0]
  }

  /// - Parameter time: such as "2024:05:01 10:10:10".
  package static func taken(_ time: String) -> [UInt8] {
    // The time of the shutter comes before all other times that a file may have.
    TIFFBuilder([[(0x8769, .directory([(0x9003, .text(time))]))]]).bytes
  }

  /// - Parameters:
  ///   - count: the number of entries that the directory states; by default the true one.
  ///   - next: the stated offset of the next directory.
  package static func directory(_ entries: [[UInt8]], count: UInt16? = nil, next: UInt32 = 0)
    -> [UInt8]
  {
    beginning + UInt32(8).littleEndianBytes + (count ?? UInt16(entries.count)).littleEndianBytes
      + entries.joined()
      + next.littleEndianBytes
  }

  /// The JPEG with this record in an APP1 segment.
  package static func inserting(_ record: [UInt8], intoJPEG jpeg: [UInt8]) -> [UInt8] {
    JPEGFile.inserting(JPEGFile.segment(0xE1, Array("Exif\0\0".utf8) + record), into: jpeg)
  }

  /// The PNG with this record in an eXIf chunk.
  package static func inserting(_ record: [UInt8], intoPNG png: [UInt8]) -> [UInt8] {
    PNGFile.inserting(PNGFile.chunk("eXIf", record), into: png)
  }
}
