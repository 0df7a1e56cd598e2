import PhotoCodecs
import SystemPackage

/// Whether photos that need an optional library can be decoded.
package enum SandboxedDecoding {
  /// Makes this process use the built program as its worker.
  package static func useBuiltProgram() { SandboxWorker.useProgram(BuiltProgram.path.string) }

  /// Makes this process use the built program as its worker for WebPs, too.
  package static let hasWebP: Bool = can([.webp])

  package static let webPReason = "needs libwebp, and a program that was built with its header"

  /// Makes this process use the built program as its worker for HEICs and AVIFs, too.
  package static let hasHEIF: Bool = can([.hevc, .av1])

  package static let heifReason =
    "needs libde265 and dav1d, and a program that was built with their headers"

  /// The same for JPEG XLs, and for TIFFs.
  package static let hasJXL: Bool = can([.jxl])
  package static let hasTIFF: Bool = can([.tiff])

  /// Whether WebP, AVIF and JPEG XL can be written and read.
  package static let hasEncoders: Bool = can([
    .webp, .av1, .jxl, .webpEncoder, .av1Encoder, .jxlEncoder,
  ])

  private static func can(_ libraries: [WorkerLibrary]) -> Bool {
    useBuiltProgram()
    do {
      for library in libraries { _ = try SandboxWorker.describe(library) }
      return true
    } catch .decoderFailed(.libraryMissing), .decoderFailed(.notBuilt) {
      return false
    } catch {
      // Let the tests run, so that they show what is wrong.
      return true
    }
  }
}
