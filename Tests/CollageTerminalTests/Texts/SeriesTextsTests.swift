import CollageTerminal
import PhotoCodecs
import SystemPackage
import Testing

@testable import PhotoSources

/// What is said of photos that show the same.
@Suite struct SeriesTextsTests {
  private func leftOut(_ error: ThumbnailError) -> String {
    SeriesTexts.leftOut(SeriesFailure(path: "a.jpg", error: error))
  }

  @Test(
    arguments: [
      (.notAPicture(type: nil), "this is not a picture in a readable format"),
      (.notAPicture(type: .text), "this is a text file, not a picture"),
      (.damaged(reason: "one; two"), "damaged: one; two"),
      (.damaged(reason: "one; two", allowable: true), "damaged: one; two"),
    ] as [(CodecError, String)])
  func `nothing needs to be done about what is no picture or is damaged`(
    error: CodecError, reason: String
  ) {
    #expect(leftOut(.notDecoded(error)) == "a.jpg: warning: left out: \(reason)")
  }

  @Test(
    arguments: [
      .notAPicture(type: .gif), .unsupported(reason: "12 bits"), .changedWhileReading,
      .systemMemory(bytes: 2 << 20, left: 1 << 20),
    ] as [CodecError])
  func `what helps with other photos is said`(error: CodecError) {
    #expect(error.description.contains("; "))
    #expect(leftOut(.notDecoded(error)) == "a.jpg: warning: left out: \(error)")
  }

  @Test func `so it is with files that can't be opened`() {
    #expect(
      leftOut(.notOpened(.notAllowed))
        == "a.jpg: warning: left out: it can't be read; check its permissions")
  }

  @Test func `it is said how many different photos there are`() {
    #expect(
      SeriesTexts.tooFew(4, for: 1_600, in: "rome")
        == "rome: warning: found only 4 different photos, not 1,600")
    #expect(SeriesTexts.tooFew(1, for: 6) == "warning: found only 1 different photo, not 6")
  }
}
