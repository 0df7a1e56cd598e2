internal import CPhotoCodecs
internal import Imaging

/// The chunks of a PNG.
package enum PNGChunks {
  /// The maximum bytes read of one chunk or one inflated text: more than any useful record needs.
  private static let maxBytes = 1 << 20

  struct Chunk {
    let type: String
    /// Length of the data in bytes.
    let length: Int
    /// Offset of the data in the file, in bytes.
    let offset: Int
  }

  /// The metadata in the chunks. The first chunk of a kind counts; one with a wrong checksum is
  /// skipped with a fault.
  static func metadata(
    of file: borrowing PhotoFile, isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) -> PhotoMetadata {
    var metadata = PhotoMetadata()
    var rawProfile: [UInt8]?
    var pastPixels = false
    try forEach(in: file, isCancelled: isCancelled) { chunk throws(CodecError) in
      switch chunk.type {
      case "IDAT":
        pastPixels = true
        // After the pixels, an orientation is the only thing worth looking for.
        return metadata.exif == nil && metadata.xmp == nil && rawProfile == nil
      case "iCCP" where !pastPixels && metadata.profile == nil:
        metadata.profile = try data(of: chunk, in: file, &metadata, atMost: ColourProfile.maxBytes)
          .map(profile)
      case "gAMA" where !pastPixels && metadata.gamma == nil && chunk.length == 4:
        metadata.gamma = try data(of: chunk, in: file, &metadata)?.bigEndian
      case "sRGB" where !pastPixels && chunk.length == 1:
        if try data(of: chunk, in: file, &metadata) != nil { metadata.isTaggedSRGB = true }
      case "cHRM" where !pastPixels && metadata.primaries == nil && chunk.length == 32:
        metadata.primaries = try data(of: chunk, in: file, &metadata).map(primaries)
      case "cICP" where !pastPixels && metadata.codePoints == nil:
        metadata.codePoints = try data(of: chunk, in: file, &metadata).flatMap(CodePoints.init)
      case "cLLI" where !pastPixels && chunk.length == 8:
        metadata.contentPeak = try data(of: chunk, in: file, &metadata).map {
          luminance($0.prefix(4))
        }
      case "mDCV" where !pastPixels && chunk.length == 24:
        metadata.masteringPeak = try data(of: chunk, in: file, &metadata).map {
          luminance($0[16..<20])
        }
      case "pHYs" where !pastPixels && metadata.pngDensity == nil && chunk.length == 9:
        metadata.pngDensity = try data(of: chunk, in: file, &metadata).flatMap(dotsPerInch)
      case "eXIf" where metadata.exif == nil:
        metadata.exif = try data(of: chunk, in: file, &metadata).map(EXIF.withoutSignature)
      case "iTXt", "tEXt", "zTXt":
        guard let bytes = try data(of: chunk, in: file, &metadata) else { return true }
        metadata.addText(bytes, ofType: chunk.type)
        if chunk.type != "iTXt" {
          rawProfile = rawProfile ?? rawEXIF(bytes, compressed: chunk.type == "zTXt")
        }
      default: break
      }
      return true
    }
    metadata.exif = metadata.exif ?? rawProfile
    return metadata
  }

  /// The size in pixels that a PNG's header states; nil if the file doesn't begin with a header, or
  /// libpng would reject the size.
  static func statedSize(of file: borrowing PhotoFile) throws(CodecError) -> PixelSize? {
    let header = Array("IHDR".utf8)
    let bytes = try file.read(at: 12, count: min(12, max(file.size - 12, 0)))
    guard bytes.count == 12, bytes.starts(with: header) else { return nil }
    let size = PixelSize(width: bytes[4..<8].bigEndian, height: bytes[8...].bigEndian)
    return size.isAllowed ? size : nil
  }

  private static func data(
    of chunk: Chunk, in file: borrowing PhotoFile, _ metadata: inout PhotoMetadata,
    atMost maxBytes: Int = maxBytes
  ) throws(CodecError) -> [UInt8]? {
    guard chunk.length <= maxBytes else { return nil }
    let bytes = try read(chunk, of: file, atMost: maxBytes)
    if bytes == nil { metadata.fault = "\(chunk.type): wrong checksum" }
    return bytes
  }

  /// The profile of an iCCP chunk; empty if it can't be read. Inflates no more than the size that
  /// the profile states.
  private static func profile(_ chunk: [UInt8]) -> [UInt8] {
    guard let end = chunk.prefix(80).firstIndex(of: 0), chunk.count > end + 2, chunk[end + 1] == 0
    else { return [] }
    let stream = Array(chunk[(end + 2)...])
    let size = inflate(stream, atMost: 4, whole: false)?.bigEndian ?? 0
    guard (128...ColourProfile.maxBytes).contains(size) else { return [] }
    return inflate(stream, atMost: size, whole: false) ?? []
  }

  /// Nil unless it is stated in pixels per metre, the same across and down.
  private static func dotsPerInch(_ chunk: [UInt8]) -> Double? {
    guard chunk[8] == 1, chunk[0..<4] == chunk[4..<8] else { return nil }
    return Double(chunk[0..<4].bigEndian) * 0.0254
  }

  /// A luminance in cd/m2; the file has it in units of 0.0001 cd/m2.
  private static func luminance(_ bytes: ArraySlice<UInt8>) -> Double {
    Double(bytes.bigEndian) / 10_000
  }

  private static func primaries(_ chunk: [UInt8]) -> Chromaticities {
    let numbers = stride(from: 0, to: 32, by: 4).map {
      Double(chunk[$0..<$0 + 4].bigEndian) / 100_000
    }
    let point = { (index: Int) in SIMD2(numbers[2 * index], numbers[2 * index + 1]) }
    return Chromaticities(red: point(1), green: point(2), blue: point(3), white: point(0))
  }

  /// The text of an uncompressed iTXt chunk that holds XMP; nil for other chunks.
  static func xmpPacket(_ chunk: [UInt8]) -> [UInt8]? {
    let keyword = Array("XML:com.adobe.xmp\0".utf8)
    guard chunk.starts(with: keyword) else { return nil }
    let rest = chunk.dropFirst(keyword.count)
    guard rest.count > 2, rest[rest.startIndex] == 0 else { return nil }
    // Two flags, then a language tag and a translated keyword, each terminated by a zero.
    let fields = rest.dropFirst(2).split(
      separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    return fields.count == 3 ? Array(fields[2]) : nil
  }

  /// EXIF as ImageMagick and others write it: hexadecimal digits in a text chunk. Nil if the chunk
  /// holds something else; empty if it can't be read.
  private static func rawEXIF(_ chunk: [UInt8], compressed: Bool) -> [UInt8]? {
    let keywords = ["Raw profile type exif\0", "Raw profile type APP1\0"].map { Array($0.utf8) }
    guard let keyword = keywords.first(where: { chunk.starts(with: $0) }) else { return nil }
    var text = Array(chunk.dropFirst(keyword.count))
    if compressed {
      guard text.first == 0, let inflated = inflate(Array(text.dropFirst())) else { return [] }
      text = inflated
    }
    // One line with the name, one with the length, then the digits.
    let lines = text.drop { $0 == 0x0A }.split(separator: 0x0A, maxSplits: 2)
    guard lines.count == 3 else { return [] }
    let digits = lines[2].compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
    return EXIF.withoutSignature(bytes)
  }

  /// The bytes of a zlib stream; nil if it can't be read.
  ///
  /// - Parameter whole: whether the stream must end within `maxBytes`; otherwise the rest is
  ///   ignored.
  static func inflate(_ bytes: [UInt8], atMost maxBytes: Int = maxBytes, whole: Bool = true)
    -> [UInt8]?
  {
    var output = [UInt8](repeating: 0, count: maxBytes)
    var count = output.count
    let status = unsafe cphoto_inflate(bytes, bytes.count, &output, &count)
    guard status == .done || (!whole && count == maxBytes) else { return nil }
    return Array(output[..<count])
  }

  /// Calls `body` with every chunk until it returns false, the file ends, IEND is reached, or the
  /// data can't be a chunk. Damage is ignored here, because the decoder reports it.
  static func forEach(
    in file: borrowing PhotoFile, isCancelled: @escaping () -> Bool = { false },
    _ body: (Chunk) throws(CodecError) -> Bool
  ) throws(CodecError) {
    let window = FileWindow(
      file.descriptor, size: file.size, windowSize: 512, isCancelled: isCancelled)
    var offset = 8
    while let head = try window.read(at: offset, count: 8),
      head.suffix(4).allSatisfy(\.isASCIILetter)
    {
      let chunk = Chunk(
        type: String(decoding: head.suffix(4), as: UTF8.self), length: head.prefix(4).bigEndian,
        offset: offset + 8)
      guard chunk.length <= file.size - offset - 12, chunk.type != "IEND" else { return }
      guard try body(chunk) else { return }
      offset += 12 + chunk.length
    }
  }

  /// A chunk's data; nil if it is too long to be useful or its checksum is wrong.
  static func read(
    _ chunk: Chunk, of file: borrowing PhotoFile, atMost maxBytes: Int = maxBytes
  ) throws(CodecError) -> [UInt8]? {
    guard chunk.length <= maxBytes else { return nil }
    // The checksum covers the type and the data.
    let bytes = try file.read(at: chunk.offset - 4, count: chunk.length + 8)
    guard bytes.count == chunk.length + 8,
      Int(checksum(bytes.dropLast(4))) == bytes.suffix(4).bigEndian
    else {
      return nil
    }
    return Array(bytes[4..<4 + chunk.length])
  }

  /// A complete chunk: length, type, data and checksum.
  package static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return UInt32(data.count).bigEndianBytes + body + checksum(body[...]).bigEndianBytes
  }

  /// - Parameter bytes: the chunk's type and data.
  package static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { unsafe cphoto_crc32(0, $0.baseAddress, $0.count) }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool {
    (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}

extension PhotoMetadata {
  /// Keeps a text chunk's title, description or date, or its XMP, unless there was one before.
  fileprivate mutating func addText(_ chunk: [UInt8], ofType type: String) {
    if type == "iTXt", xmp == nil, let packet = PNGChunks.xmpPacket(chunk) { xmp = packet }
    guard let end = chunk.prefix(80).firstIndex(of: 0) else { return }
    let keyword = String(decoding: chunk[..<end], as: UTF8.self)
    if keyword == "Title", pngTitle == nil {
      pngTitle = PNGTexts.text(chunk[(end + 1)...], ofType: type)
    }
    if keyword == "Creation Time", pngCreationTime == nil {
      pngCreationTime = PNGTexts.text(chunk[(end + 1)...], ofType: type)
    }
    if keyword == "Description", pngDescription == nil {
      pngDescription = PNGTexts.text(chunk[(end + 1)...], ofType: type)
    }
  }
}
