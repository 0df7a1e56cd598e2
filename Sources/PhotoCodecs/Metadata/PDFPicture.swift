internal import Imaging
internal import SystemPackage

/// Where a PDF of ours has its picture.
struct PDFPicture {
  /// How the pixels are coded.
  enum Coding {
    case jpeg
    /// Rows with PNG's filters, deflated, as in a PNG's data.
    case deflated
  }

  let size: PixelSize
  let coding: Coding
  /// Its bytes in the file.
  let stream: Range<Int>
  /// The ICC profile of its colours; nil if it isn't found.
  let profile: [UInt8]?

  /// More bytes than there are between the packet and the picture's, and behind those.
  private static let margin = 16 * 1024
  private static let streamStart = Array("stream\n".utf8)
  private static let streamEnd = Array("\nendstream\nendobj\n".utf8)
  /// Of a profile, before its length.
  private static let profileStart = Array("/N 3/Alternate/DeviceRGB/Length ".utf8)

  /// Nil where it isn't found, as in a file that is cut off.
  ///
  /// - Throws: `readFailed`, `changedWhileReading`.
  init?(after beginning: PDFBeginning, in file: borrowing PhotoFile) throws(CodecError) {
    let start = beginning.packet.upperBound
    let bytes = try file.read(at: start, count: min(Self.margin, file.size - start))
    guard let image = bytes[...].range(of: Array("/Subtype/Image/Width ".utf8)),
      let begin = bytes[image.upperBound...].range(of: Self.streamStart)
    else { return nil }
    let dictionary = bytes[image.upperBound..<begin.lowerBound]
    let names = String(decoding: dictionary, as: UTF8.self).split(separator: "/")
    guard names.count > 1, names[1].hasPrefix("Height "),
      let size = PixelSize("\(names[0])x\(names[1].dropFirst("Height ".count))")
    else { return nil }
    self.size = size
    coding = names.contains("DCTDecode") ? .jpeg : .deflated
    profile = Self.profile(in: bytes[..<image.lowerBound])
    let first = start + begin.upperBound
    let tail = max(first, file.size - Self.margin)
    let end = try file.read(at: tail, count: file.size - tail)[...].range(of: Self.streamEnd)
    stream = first..<(end.map { tail + $0.lowerBound } ?? file.size)
  }

  private static func profile(in bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard let start = bytes.range(of: profileStart) else { return nil }
    let digits = bytes[start.upperBound...].prefix { (0x30...0x39).contains($0) }
    guard let length = Int(String(decoding: digits, as: UTF8.self)),
      let begin = bytes[digits.endIndex...].range(of: streamStart),
      length <= bytes.endIndex - begin.upperBound
    else { return nil }
    return Array(bytes[begin.upperBound..<begin.upperBound + length])
  }

  /// A PNG in memory with deflated rows as its data; it takes about as many bytes as they do.
  ///
  /// - Parameters:
  ///   - size: of the picture.
  ///   - stream: where the rows lie in the file.
  ///   - isCancelled: called before each read.
  /// - Throws: `outOfMemory`, `readFailed`, `changedWhileReading`, `cancelled`.
  static func png(
    of size: PixelSize, _ stream: Range<Int>, in file: borrowing PhotoFile, isCancelled: () -> Bool
  ) throws(CodecError) -> PhotoFile {
    guard let memory = FileDescriptor.memory() else { throw .outOfMemory }
    do throws(CodecError) {
      try writePNG(of: size, stream, in: file, to: memory, isCancelled: isCancelled)
      return try PhotoFile(adopting: memory)
    } catch {
      try? memory.close()
      throw error
    }
  }

  private static func writePNG(
    of size: PixelSize, _ stream: Range<Int>, in file: borrowing PhotoFile,
    to memory: FileDescriptor, isCancelled: () -> Bool
  ) throws(CodecError) {
    // Eight bits of each of three colours, not interlaced.
    let header =
      UInt32(size.width).bigEndianBytes + UInt32(size.height).bigEndianBytes + [8, 2, 0, 0, 0]
    try write(PhotoFormat.pngSignature + PNGChunks.chunk("IHDR", header), to: memory)
    var offset = stream.lowerBound
    while offset < stream.upperBound {
      if isCancelled() { throw .cancelled }
      let piece = try file.read(at: offset, count: min(1 << 20, stream.upperBound - offset))
      guard !piece.isEmpty else { throw .changedWhileReading }
      try write(PNGChunks.chunk("IDAT", piece), to: memory)
      offset += piece.count
    }
    try write(PNGChunks.chunk("IEND", []), to: memory)
  }

  private static func write(_ bytes: [UInt8], to memory: FileDescriptor) throws(CodecError) {
    do { try memory.writeAll(bytes) } catch { throw .outOfMemory }
  }
}
