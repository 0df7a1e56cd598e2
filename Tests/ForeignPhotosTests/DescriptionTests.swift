import ForeignPhotos
import TestSupport
import Testing

/// What the program's own worker says of itself.
struct DescriptionTests {
  @Test(arguments: ForeignCodec.allCases)
  func `the worker has the protections that every kernel of today has`(_ codec: ForeignCodec) throws {
    let description: WorkerDescription
    do {
      description = try ForeignDecoder.describe(codec, program: BuiltProgram.path.string)
    } catch ForeignError.libraryMissing, ForeignError.notBuilt {
      return
    }
    #expect(description.hasNoNewPrivileges && description.hasLimits && description.hasSystemCallFilter)
    #expect(description.libraries.contains("."))
  }
}
