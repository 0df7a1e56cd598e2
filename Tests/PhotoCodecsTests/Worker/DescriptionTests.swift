import SystemPackage
import TestSupport
import Testing

@testable import PhotoCodecs

/// What the program's own worker says of itself.
struct DescriptionTests {
  static let webp = description(of: .webp)
  static let heif = description(of: .heif)

  /// Nil where the library is missing, or was when the program was built.
  private static func description(of codec: ForeignCodec) -> Result<WorkerDescription, CodecError>?
  {
    let result = Result { () throws(CodecError) in
      try ForeignDecoder.describe(codec, program: BuiltProgram.path.string)
    }
    switch result {
    case .failure(.decoderFailed(.libraryMissing)), .failure(.decoderFailed(.notBuilt)): return nil
    default: return result
    }
  }

  private func expectProtections(_ result: Result<WorkerDescription, CodecError>?) throws {
    let description = try #require(result).get()
    #expect(
      description.hasNoNewPrivileges && description.hasLimits && description.hasSystemCallFilter)
    #expect(description.library.contains(/^lib(webp|heif) [0-9]+\.[0-9]+/))
  }

  @Test(.enabled(if: webp != nil, "needs libwebp, and a program that was built with its header"))
  func `the worker for WebP has the protections that every kernel of today offers`() throws {
    try expectProtections(Self.webp)
  }

  @Test(.enabled(if: heif != nil, "needs libheif, and a program that was built with its header"))
  func `the worker for HEIC and AVIF has them too`() throws { try expectProtections(Self.heif) }
}
