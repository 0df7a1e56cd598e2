import CollageKit
import PhotoCodecs
import PhotoSources
import SystemPackage
import Testing

@testable import CollageTerminal

/// Which error ends the program with which code: scripts rely on it.
@Suite struct ExitStatusTests {
  private func code(_ cause: PhotoError.Cause) -> Int32 {
    let photo = PhotoError(.file("a.jpg"), cause: cause)
    return CollageError.photos([photo]).status.code
  }

  @Test(
    arguments: [
      (.notAURL, 66), (.scheme, 66), (.notCached, 66), (.authorities("ca.pem"), 66),
      (.noSuchHost, 68), (.unreachable, 69), (.connectionLost, 69), (.noLibrary(reason: nil), 69),
      (.privateAddress, 77), (.connectTimeout(.seconds(1)), 75), (.timeout(.seconds(1)), 75),
      (.tooSlow(bytes: 1, seconds: 1), 75), (.certificate("old"), 76), (.redirect(.scheme), 76),
      (.headerTooLong(1), 76), (.protocolViolation, 76), (.tooLarge(limit: 1), 65),
      (.notAPicture, 65), (.damaged, 65), (.libraryFailure, 74), (.outOfMemory, 74),
      (.storing(.noSpace), 74),
    ] as [(FetchError, Int32)])
  func `a photo on the web`(_ error: FetchError, _ expected: Int32) {
    #expect(code(.web(error)) == expected)
  }

  @Test(
    arguments: [
      (.notFound, 66), (.folder(pictures: 0), 66), (.folder(pictures: 2), 64), (.noOpening, 65),
      (.codec(.damaged(reason: "cut")), 65), (.file(.failed(.ioError)), 74),
      (.file(.failed(.fileNameTooLong)), 66), (.file(.notAllowed), 66),
    ] as [(PhotoError.Cause, Int32)])
  func `a photo in a file`(_ cause: PhotoError.Cause, _ expected: Int32) {
    #expect(code(cause) == expected)
  }

  @Test(
    arguments: [
      (.missing("a"), 66), (.noAlbum("a"), 66), (.ambiguous(AssetIDPrefix("0000")!, []), 64),
      (.unprintableAlbum("a"), 64), (.noRecipe("a"), 65), (.damagedAlbum("a"), 65),
      (.albumFull("a"), 65), (.notOurs("a"), 73), (.albumExists("a"), 73),
      (.cannotWrite("a", .readOnlyFileSystem), 73), (.cannotWrite("a", .noSpace), 74),
      (.changed("a"), 74), (.busy("a"), 75), (.busyAlbum("a"), 75), (.cancelled, 130),
      (.notInAlbums("a", .busyAlbum("b")), 75),
    ] as [(LibraryError, Int32)])
  func `the library`(_ error: LibraryError, _ expected: Int32) {
    #expect(error.status.code == expected)
  }

  @Test func `a search on the web`() {
    func code(_ error: WebSearchError) -> Int32 {
      CommandFailure(error, of: "Openverse").status.code
    }
    #expect(code(.offline) == 64)
    #expect(code(.notUnderstood) == 76)
    #expect(code(.fetch(.noSuchHost, host: "a.example")) == 68)
    for (response, expected) in [(401, 77), (403, 77), (404, 66), (429, 69), (503, 69), (302, 76)] {
      #expect(code(.refused(status: response, reason: nil)) == expected, "\(response)")
    }
  }
}
