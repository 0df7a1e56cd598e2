import SystemPackage
import TestSupport
import Testing

struct TemporaryFolderTests {
  @Test func `files can be written, read and listed`() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("below")
    let path = try folder.write("abc".utf8, to: "below/.hidden")
    #expect(path == FilePath("\(folder.string)/below/.hidden"))
    #expect(try folder.read("below/.hidden") == Array("abc".utf8))
    #expect(try folder.names() == ["below"])
    #expect(try folder.names(in: "below") == [".hidden"])
    #expect(throws: Errno.noSuchFileOrDirectory) { try folder.read("nothing") }
  }

  @Test func `a snapshot tells every change`() throws {
    let folder = try TemporaryFolder()
    let raw = FilePath(platformBytes: [0xff, 0x0a])
    try folder.makeFolder("below")
    try folder.write([1, 2, 3], to: "below/file")
    try folder.write([4], to: raw)
    try folder.makeSymbolicLink("link", to: "below/nothing")
    try folder.makeHardLink("twin", to: "below/file")
    try folder.makePipe("pipe")
    let before = try folder.snapshot()
    #expect(
      before.contents == [
        "below": .folder, "below/file": .file([1, 2, 3]), raw: .file([4]),
        "twin": .file([1, 2, 3]),
        "link": .symbolicLink(to: "below/nothing"), "pipe": .other,
      ])
    #expect(try folder.snapshot() == before)
    try folder.write([1, 2, 4], to: "below/file")
    #expect(try folder.snapshot() != before)
    #expect(before.description.contains("\"below/file\": 3 bytes"))
  }

  @Test func `it removes itself with everything in it`() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(folder?.path)
    let target = try TemporaryFolder()
    try target.write([1], to: "kept")
    try folder?.makeFolder("locked")
    try folder?.write([1], to: "locked/file")
    try folder?.makeSymbolicLink("link", to: target.path)
    try folder?.setPermissions([], of: "locked")
    folder = nil
    #expect(throws: Errno.noSuchFileOrDirectory) { try path.stat() }
    #expect(try target.names() == ["kept"])
  }
}
