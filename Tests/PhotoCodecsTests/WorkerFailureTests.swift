import ForeignPhotos
import Glibc
import SystemPackage
import Testing

@testable import PhotoCodecs

/// Why a photo that another process decodes could not be decoded.
struct WorkerFailureTests {
  @Test(
    arguments: [
      (.crashed, .crashed), (.forbiddenCall, .forbiddenCall), (.memoryExceeded, .memoryExceeded),
      (.wrongReply, .wrongReply), (.timeout, .timeout),
      (.decoderMissing(.hevc), .libraryMissing(packages: "libheif-plugin-libde265")),
      (.decoderMissing(.av1), .libraryMissing(packages: "libheif-plugin-dav1d")),
      (.libraryUnusable(.webp, "why"), .libraryUnusable(packages: "libwebp7", reason: "why")),
      (.killed, .killed), (.starved, .starved), (.notStarted(EAGAIN), .notStarted(.resourceTemporarilyUnavailable)),
    ] as [(ForeignError, WorkerFailure)])
  func `a decoder that fails, or isn't there, says nothing of the photo`(error: ForeignError, failure: WorkerFailure) {
    #expect(CodecError(error, .heic) == .decoderFailed(.heic, failure))
  }

  @Test(arguments: [.notStarted(.resourceTemporarilyUnavailable), .killed, .starved] as [WorkerFailure])
  func `what the system did to a decoder may be gone another time`(failure: WorkerFailure) {
    #expect(CodecError.decoderFailed(.heic, failure).isOfSystem)
  }

  @Test func `the messages say what is wrong and what to do`() {
    #expect(WorkerFailure.crashed.description == "its decoder crashed; use another copy of it")
    #expect(
      WorkerFailure.killed.description
        == "its decoder was killed, as the system does when memory is short; end other programs and try again")
    #expect(
      WorkerFailure.libraryUnusable(packages: "libheif1", reason: "why").description
        == "its decoder can't be loaded: why; reinstall libheif1")
  }
}
