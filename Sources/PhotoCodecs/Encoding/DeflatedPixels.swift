/// Joins the bands of deflated pixels into one zlib stream: the data of a PNG, or of a picture in a
/// PDF.
final class DeflatedPixels: EncodedFile {
  /// Bytes to write before the next band. At first it is the zlib header, for deflate with a 32 KiB
  /// window.
  private var header: [UInt8] = [0x78, 0x5E]
  private var checksum = Adler32()

  func bytes(with bands: [EncodedBand], areLast: Bool) -> [UInt8] {
    var bytes = header
    header = []
    for band in bands {
      checksum.append(band.checksum)
      bytes += band.bytes
    }
    return areLast ? bytes + checksum.value.bigEndianBytes : bytes
  }
}
