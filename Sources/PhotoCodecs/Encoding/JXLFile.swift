internal import Imaging

/// Assembles a JPEG XL file: the recipe in a box that isn't compressed, the codestream that libjxl
/// has coded, which states its colours itself, and a gain map.
final class JXLFile: EncodedFile {
  private let coding: PictureCoding
  private let recipe: RecipeRecord?
  private let density: Density?
  private let gains: FittedGains?

  private static let signature = BoxWriter.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
  private static let fileType = BoxWriter.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))

  init(_ coding: PictureCoding, recipe: RecipeRecord?, density: Density?, _ gains: FittedGains?) {
    self.coding = coding
    self.recipe = recipe
    self.density = density
    self.gains = gains
  }

  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8] {
    let codestream = bands.flatMap(\.bytes)
    let map = try gainMap()
    guard codestream.count < Int(UInt32.max) - 8, map.count < Int(UInt32.max) - 8 else {
      throw .encoderFailed(.fileTooLarge)
    }
    let packet = recipe.map {
      let packet = $0.packet(encoder: bands.last?.library ?? "", density: density)
      return BoxWriter.box("xml ", Array(packet.utf8))
    }
    return Self.signature + Self.fileType + (packet ?? []) + BoxWriter.box("jxlc", codestream)
      + (map.isEmpty ? [] : BoxWriter.box("jhgm", map))
  }

  /// The contents of a "jhgm" box: a version, what the map means, the colours of the other
  /// rendition, which are the picture's and so aren't stated, and the map as a codestream of its
  /// own. Empty without a gain map.
  private func gainMap() throws(CodecError) -> [UInt8] {
    guard let gains else { return [] }
    let codestream = try gains.encodedMap(
      as: .jxl, coding == .lossless ? .lossless : .lossy(GainMapEncoder.quality))
    let record = GainMapNumbers(gains).isoRecord
    let (version, colourBytes, profileBytes) = (0, 0, 0)
    return BoxWriter.number(version, 1) + BoxWriter.number(record.count, 2) + record
      + BoxWriter.number(colourBytes, 1) + BoxWriter.number(profileBytes, 4) + codestream
  }
}
