internal import Imaging

/// Assembles a WebP file in the extended form: the colour profile, the recipe, and the chunks that
/// libwebp has coded.
final class WebPFile: EncodedFile {
  private let size: PixelSize
  private let hasAlpha: Bool
  private let profile: [UInt8]
  private let recipe: RecipeRecord?
  private let density: Density?

  private static let riffHeaderBytes = 12
  /// Those of the extended header, which says what the file has.
  private enum Flag {
    static let xmp: UInt8 = 0x04
    static let alpha: UInt8 = 0x10
    static let profile: UInt8 = 0x20
  }

  init(_ pixels: PixelBands, recipe: RecipeRecord?, density: Density?) {
    size = pixels.raster.size
    hasAlpha = pixels.hasAlpha
    profile = pixels.raster.colourSpace.profile
    self.recipe = recipe
    self.density = density
  }

  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8] {
    var coded: [UInt8] = []
    for band in bands { coded += try Self.picture(in: band.bytes) }
    // Decoders need the profile first; the recipe may lie anywhere, and is soon found here.
    var chunks = Self.chunk("VP8X", extendedHeader) + Self.chunk("ICCP", profile)
    if let recipe {
      let packet = recipe.packet(encoder: bands.last?.library ?? "", density: density)
      chunks += Self.chunk("XMP ", Array(packet.utf8))
    }
    chunks += coded
    let count = 4 + chunks.count + (recipe == nil ? 0 : FileSeal.bytesInWebP)
    guard let length = UInt32(exactly: count) else { throw .encoderFailed(.fileTooLarge) }
    return Array("RIFF".utf8) + Self.littleEndian(length, 4) + Array("WEBP".utf8) + chunks
  }

  private var extendedHeader: [UInt8] {
    var flags = Flag.profile
    if hasAlpha { flags |= Flag.alpha }
    if recipe != nil { flags |= Flag.xmp }
    return [flags, 0, 0, 0] + Self.littleEndian(UInt32(size.width - 1), 3)
      + Self.littleEndian(UInt32(size.height - 1), 3)
  }

  static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    Array(type.utf8) + littleEndian(UInt32(payload.count), 4) + payload
      + (payload.count % 2 == 0 ? [] : [0])
  }

  private static func littleEndian(_ number: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
  }

  /// The chunks with the picture in a file that libwebp has written.
  private static func picture(in file: [UInt8]) throws(CodecError) -> [UInt8] {
    var picture: [UInt8] = []
    var offset = riffHeaderBytes
    while offset + 8 <= file.count {
      let type = String(decoding: file[offset..<offset + 4], as: UTF8.self)
      let length = file[offset + 4..<offset + 8].littleEndian
      let end = min(offset + 8 + length + length % 2, file.count)
      if ["ALPH", "VP8 ", "VP8L"].contains(type) { picture += file[offset..<end] }
      offset = end
    }
    guard !picture.isEmpty else { throw .encoderFailed(.wrongReply) }
    return picture
  }
}
