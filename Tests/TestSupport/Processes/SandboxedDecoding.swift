import PhotoCodecs
import SystemPackage

/// Whether photos can be decoded that need a library which may be missing.
package enum SandboxedDecoding {
  /// Makes the built program decode this process's WebPs, too.
  package static let hasWebP: Bool = can([.webp])

  package static let webPReason = "needs libwebp, and a program that was built with its header"

  /// The same for HEICs and AVIFs.
  package static let hasHEIF: Bool = can([.hevc, .av1])

  package static let heifReason =
    "needs libde265 and dav1d, and a program that was built with their headers"

  private static func can(_ libraries: [WorkerLibrary]) -> Bool {
    SandboxWorker.useProgram(BuiltProgram.path.string)
    do {
      for library in libraries { _ = try SandboxWorker.describe(library) }
      return true
    } catch .decoderFailed(.libraryMissing), .decoderFailed(.notBuilt) {
      return false
    } catch {
      // Its tests run, and show what is wrong.
      return true
    }
  }
}
