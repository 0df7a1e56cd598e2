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

  /// How many bytes are looked through between the packet and the picture's: enough for most files,
  /// and for any of ours.
  private static let margins = [16 << 10, 16 << 20]
  /// More bytes than there are behind the picture's in a file that isn't tagged.
  private static let lastMargin = 16 << 10
  private static let streamStart = Array("stream\n".utf8)
  private static let streamEnd = Array("\nendstream\nendobj\n".utf8)
  /// Of a profile, before its length.
  private static let profileStart = Array("/N 3/Alternate/DeviceRGB/Length ".utf8)

  /// Nil where it isn't found, as in a file that is cut off.
  ///
  /// - Throws: `readFailed`, `changedWhileReading`.
  init?(after beginning: PDFBeginning, in file: borrowing PhotoFile) throws(CodecError) {
    let start = beginning.packet.upperBound
    guard let (bytes, image, begin) = try Self.dictionary(after: start, in: file) else {
      return nil
    }
    let dictionary = bytes[image.upperBound..<begin.lowerBound]
    let names = String(decoding: dictionary, as: UTF8.self).split(separator: "/")
    guard names.count > 1, names[1].hasPrefix("Height "),
      let size = PixelSize("\(names[0])x\(names[1].dropFirst("Height ".count))")
    else { return nil }
    self.size = size
    coding = names.contains("DCTDecode") ? .jpeg : .deflated
    profile = Self.profile(in: bytes[..<image.lowerBound])
    let first = start + begin.upperBound
    stream = first..<(try Self.end(ofStreamAt: first, names, in: file) ?? file.size)
  }

  /// Where the picture's dictionary is among the bytes from an offset on; nil if it isn't found.
  private static func dictionary(
    after start: Int, in file: borrowing PhotoFile
  ) throws(CodecError) -> (bytes: [UInt8], image: Range<Int>, stream: Range<Int>)? {
    for margin in margins {
      let bytes = try file.read(at: start, count: min(margin, file.size - start))
      if let image = bytes[...].range(of: Array("/Subtype/Image/Width ".utf8)),
        let stream = bytes[image.upperBound...].range(of: streamStart)
      {
        return (bytes, image, stream)
      }
      if bytes.count < margin { break }
    }
    return nil
  }

  /// Where the picture's stream ends; nil if it isn't found.
  ///
  /// - Parameter names: of its dictionary, each with its value.
  private static func end(
    ofStreamAt first: Int, _ names: [Substring], in file: borrowing PhotoFile
  ) throws(CodecError) -> Int? {
    let length = names.first { $0.hasPrefix("Length ") }?.split { " >".contains($0) }.dropFirst()
    if let length, let number = length.first.flatMap({ Int($0) }) {
      // Its number of bytes, or of the object that tells it.
      let count = length.count == 1 ? number : try integer(ofObject: number, in: file)
      if let count, count <= file.size - first, count >= 0 { return first + count }
    }
    let tail = max(first, file.size - lastMargin)
    let bytes = try file.read(at: tail, count: file.size - tail)
    return bytes[...].range(of: streamEnd).map { tail + $0.lowerBound }
  }

  /// An object that is a number, found by the table at the file's end; nil if it isn't there.
  private static func integer(
    ofObject number: Int, in file: borrowing PhotoFile
  ) throws(CodecError) -> Int? {
    guard let table = try PDFEnd.table(of: file) else { return nil }
    let head = try lines(at: table, in: file)
    guard head.count > 2, head[0] == "xref", let count = Int(head[1].dropFirst(2)),
      number > 0, number < count
    else { return nil }
    let entry = table + "xref\n\(head[1])\n".utf8.count + number * entryBytes
    guard let place = try lines(at: entry, in: file).first.flatMap({ Int($0.prefix(10)) }) else {
      return nil
    }
    let object = try lines(at: place, in: file)
    guard object.count > 2, object[0] == "\(number) 0 obj", object[2] == "endobj" else {
      return nil
    }
    return Int(object[1])
  }

  /// Of the table, for each object.
  private static let entryBytes = 20

  /// The lines that begin at an offset, as far as a few of them reach.
  private static func lines(
    at offset: Int, in file: borrowing PhotoFile
  ) throws(CodecError) -> [Substring] {
    guard offset >= 0, offset < file.size else { return [] }
    let bytes = try file.read(at: offset, count: min(64, file.size - offset))
    return String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
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
