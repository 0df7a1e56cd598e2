internal import Imaging

/// Where a PDF of ours has its picture.
struct PDFPicture {
  let size: PixelSize
  /// Of its JPEG in the file; nil if its pixels are deflated.
  let jpeg: Range<Int>?

  /// More bytes than there are between the packet and the picture's, and behind those.
  private static let margin = 16 * 1024

  /// Nil where it isn't found, as in a file that is cut off.
  ///
  /// - Throws: `readFailed`, `changedWhileReading`.
  init?(after beginning: PDFBeginning, in file: borrowing PhotoFile) throws(CodecError) {
    let start = beginning.packet.upperBound
    let bytes = try file.read(at: start, count: min(Self.margin, file.size - start))
    guard let image = bytes[...].range(of: Array("/Subtype/Image/Width ".utf8)),
      let stream = bytes[image.upperBound...].range(of: Array("stream\n".utf8))
    else { return nil }
    let dictionary = bytes[image.upperBound..<stream.lowerBound]
    let names = String(decoding: dictionary, as: UTF8.self).split(separator: "/")
    guard names.count > 1, names[1].hasPrefix("Height "),
      let size = PixelSize("\(names[0])x\(names[1].dropFirst("Height ".count))")
    else { return nil }
    self.size = size
    guard names.contains("DCTDecode") else {
      jpeg = nil
      return
    }
    let first = start + stream.upperBound
    let tail = max(first, file.size - Self.margin)
    let end = try file.read(at: tail, count: file.size - tail)[...].range(
      of: Array("\nendstream\nendobj\n".utf8))
    jpeg = first..<(end.map { tail + $0.lowerBound } ?? file.size)
  }
}
