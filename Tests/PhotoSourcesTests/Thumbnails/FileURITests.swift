import Testing

@testable import PhotoSources

@Suite struct FileURITests {
  @Test func `a thumbnail's name is the MD5 of the URI`() {
    let uri = FileURI("/home/jens/photos/me.png".utf8)
    #expect(String(decoding: uri.bytes, as: UTF8.self) == "file:///home/jens/photos/me.png")
    #expect(uri.digest == "c6ee772d9e49320e97ec29a7eb5b1697")
  }

  @Test func `every byte is escaped as GLib does`() {
    let uri = FileURI([UInt8(ascii: "/")] + (1...255).filter { $0 != 0x2F })
    // What g_filename_to_uri returned for this path (GLib 2.74).
    let expected =
      "file:///%01%02%03%04%05%06%07%08%09%0A%0B%0C%0D%0E%0F%10%11%12%13%14%15%16%17%18%19%1A%1B%1C%1D%1E%1F%20!%22%23$%25&'()*+,-.0123456789:%3B%3C=%3E%3F@ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D~"
      + (0x7F...0xFF).map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    #expect(String(decoding: uri.bytes, as: UTF8.self) == expected)
  }

  @Test func `Qt leaves the semicolon`() {
    #expect(
      String(decoding: FileURI("/a;b [1]".utf8, .qt).bytes, as: UTF8.self)
        == "file:///a;b%20%5B1%5D")
    #expect(
      String(decoding: FileURI("/a;b [1]".utf8).bytes, as: UTF8.self) == "file:///a%3Bb%20%5B1%5D")
  }

  @Test(
    arguments: [
      ("/a/b", "/a/b"), ("//a///b/", "/a/b"), ("/a/./b/.", "/a/b"), ("/../a", "/a"),
      ("/a/../b", nil),
      ("/..a/...", "/..a/..."),
    ] as [(String, String?)])
  func `a path is written from the root without dots, unless it leads through a name and back`(
    path: String, expected: String?
  ) {
    #expect(
      AbsolutePath.lexical(Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) } == expected
    )
  }

  @Test func `relative paths start from the working folder`() throws {
    let folder = try #require(AbsolutePath.lexical([]))
    #expect(AbsolutePath.lexical(Array("./a/b.png".utf8)) == folder + Array("/a/b.png".utf8))
    #expect(
      AbsolutePath.lexical(Array("../a".utf8)) == folder[
        ..<folder.lastIndex(of: UInt8(ascii: "/"))!] + Array("/a".utf8)
    )
  }
}
