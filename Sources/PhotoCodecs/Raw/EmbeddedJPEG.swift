internal import Imaging

/// Distinguishes a JPEG that can be shown from other data in a raw file, such as the sensor's data
/// in lossless JPEG.
enum EmbeddedJPEG {
  private enum Marker {
    static let startOfScan: UInt8 = 0xDA
    static let endOfImage: UInt8 = 0xD9
    /// The markers of frames that libjpeg can decode: baseline, extended and progressive, the last
    /// two also with arithmetic coding.
    static let frames: [UInt8] = [0xC0, 0xC1, 0xC2, 0xC9, 0xCA]
  }

  /// Far more segments than a preview has.
  private static let maxSegments = 1000

  /// The size in pixels of the 8-bit JPEG that begins in these bytes of a file; nil if there is
  /// none, or its header isn't complete. Whether all pixels are there is left to its decoder.
  static func size(in range: Range<Int>, of file: FileWindow) -> PixelSize? {
    guard range.upperBound <= file.size else { return nil }
    func bytes(at offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
      offset + count <= range.upperBound ? file.bytes(at: offset, count: count) : nil
    }
    guard bytes(at: range.lowerBound, 2)?.elementsEqual([0xFF, 0xD8]) == true else { return nil }
    var offset = range.lowerBound + 2
    for _ in 0..<maxSegments {
      guard let segment = bytes(at: offset, 4), segment.first == 0xFF else { return nil }
      let marker = segment[segment.startIndex + 1]
      if marker == 0xFF {
        // A fill byte comes before the marker.
        offset += 1
        continue
      }
      if marker == Marker.startOfScan || marker == Marker.endOfImage { return nil }
      if Marker.frames.contains(marker) { return bytes(at: offset + 4, 6).flatMap(size) }
      let length = segment.suffix(2).bigEndian
      guard length >= 2 else { return nil }
      offset += 2 + length
    }
    return nil
  }

  /// - Parameter frame: its depth, height, width and number of components.
  private static func size(ofFrame frame: ArraySlice<UInt8>) -> PixelSize? {
    let (height, width) = (
      frame.dropFirst().prefix(2).bigEndian, frame.dropFirst(3).prefix(2).bigEndian
    )
    guard frame.first == 8, height > 0, width > 0, frame.last == 1 || frame.last == 3 else {
      return nil
    }
    return PixelSize(width: width, height: height)
  }
}
