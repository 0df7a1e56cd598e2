import PhotoCodecs
import SystemPackage

/// Whether photos can be decoded that need a library which may be missing.
package enum ForeignDecoding {
  /// Makes the built program decode this process's WebPs, too.
  package static let hasWebP: Bool = can(.webp)

  package static let webPReason = "needs libwebp, and a program that was built with its header"

  /// The same for HEICs and AVIFs.
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
      // Its tests run, and show what is wrong.
      return true
    }
  }
}
