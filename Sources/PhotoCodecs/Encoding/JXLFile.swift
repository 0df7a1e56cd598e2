internal import Imaging

/// Assembles a JPEG XL file: the recipe in a box that isn't compressed, and the codestream that
/// libjxl has coded, which states its colours itself.
final class JXLFile: EncodedFile {
  private let recipe: RecipeRecord?

  private static let signature = BoxWriter.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
  private static let fileType = BoxWriter.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))

  init(recipe: RecipeRecord?) { self.recipe = recipe }

  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8] {
    let codestream = bands.flatMap(\.bytes)
    guard codestream.count < Int(UInt32.max) - 8 else { throw .encoderFailed(.fileTooLarge) }
    let packet = recipe.map { BoxWriter.box("xml ", Array($0.packet.utf8)) } ?? []
    return Self.signature + Self.fileType + packet + BoxWriter.box("jxlc", codestream)
  }
}
