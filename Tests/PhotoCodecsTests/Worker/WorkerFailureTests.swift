import Glibc
import SystemPackage
import Testing

@testable import PhotoCodecs

/// Why a photo that another process decodes could not be decoded.
struct WorkerFailureTests {
  @Test(
    arguments: [.notStarted(.resourceTemporarilyUnavailable), .killed, .starved] as [WorkerFailure])
  func `what the system did to a decoder may be gone another time`(failure: WorkerFailure) {
    #expect(CodecError.decoderFailed(failure).isOfSystem)
  }

  @Test func `the messages say what is wrong and what to do`() {
    #expect(WorkerFailure.crashed.description == "its decoder crashed; use another copy")
    #expect(
      WorkerFailure.killed.description
        == "its decoder was killed, probably because memory ran out; close other programs and try again"
    )
    #expect(
      WorkerFailure.libraryUnusable(packages: "libde265-0", reason: "why").description
        == "its decoder can't be loaded: why; reinstall libde265-0")
  }
}
