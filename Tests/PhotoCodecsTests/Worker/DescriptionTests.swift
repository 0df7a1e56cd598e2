import SystemPackage
import TestSupport
import Testing

@testable import PhotoCodecs

/// What the program's own worker says of itself.
struct DescriptionTests {
  static let webp = description(of: .webp)
  static let hevc = description(of: .hevc)
  static let av1 = description(of: .av1)
  static let jxl = description(of: .jxl)
  static let tiff = description(of: .tiff)

  /// Nil where the library is missing, or was when the program was built.
  private static func description(of library: WorkerLibrary) -> Result<
    WorkerDescription, CodecError
  >? {
    let result = Result { () throws(CodecError) in
      try SandboxWorker.describe(library, program: BuiltProgram.path.string)
    }
    switch result {
    case .failure(.decoderFailed(.libraryMissing)), .failure(.decoderFailed(.notBuilt)): return nil
    default: return result
    }
  }

  private func expectProtections(_ result: Result<WorkerDescription, CodecError>?) throws {
    let description = try #require(result).get()
    #expect(
      description.protections.isSuperset(of: [.limits, .noNewPrivileges, .systemCallFilter]))
    #expect(description.library.contains(/^(libwebp|libde265|dav1d|libjxl|libtiff) [0-9]+\.[0-9]+/))
  }

  @Test(.enabled(if: webp != nil, "needs libwebp, and a program that was built with its header"))
  func `the worker for WebP has the protections that every kernel of today offers`() throws {
    try expectProtections(Self.webp)
  }

  @Test(.enabled(if: hevc != nil, "needs libde265, and a program that was built with its header"))
  func `the worker for HEIC has them too`() throws { try expectProtections(Self.hevc) }

  @Test(.enabled(if: av1 != nil, "needs dav1d, and a program that was built with its header"))
  func `the worker for AVIF has them too`() throws { try expectProtections(Self.av1) }

  @Test(.enabled(if: jxl != nil, "needs libjxl"))
  func `the worker for JPEG XL has them too`() throws { try expectProtections(Self.jxl) }

  @Test(.enabled(if: tiff != nil, "needs libtiff"))
  func `the worker for TIFF has them too`() throws { try expectProtections(Self.tiff) }
}
