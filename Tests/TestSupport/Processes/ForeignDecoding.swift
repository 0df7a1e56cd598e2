import PhotoCodecs
import SystemPackage

/// Whether photos that need an optional library can be decoded.
package enum ForeignDecoding {
  /// Makes this process use the built program as its worker for WebPs, too.
  package static let hasWebP: Bool = can(.webp)

  package static let webPReason = "needs libwebp, and a program that was built with its header"

  /// Makes this process use the built program as its worker for HEICs and AVIFs, too.
  package static let hasHEIF: Bool = can(.heif)

  package static let heifReason = "needs libheif, and a program that was built with its header"

  private static func can(_ codec: ForeignCodec) -> Bool {
    ForeignDecoder.useProgram(BuiltProgram.path.string)
    do {
      _ = try ForeignDecoder.describe(codec)
      return true
    } catch .decoderFailed(.libraryMissing), .decoderFailed(.notBuilt) {
      return false
    } catch {
      // Let the tests run, so that they show what is wrong.
      return true
    }
  }
}
