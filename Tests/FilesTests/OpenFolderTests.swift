import Files
import SystemPackage
import TestSupport
import Testing

@Suite struct OpenFolderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `only names that are wanted come, with what they are`() throws {
    try folder.write([], to: "file.jpg")
    try folder.makeFolder("folder.jpg")
    try folder.makeSymbolicLink("link.jpg", to: "nothing")
    try folder.makePipe("pipe.jpg")
    try folder.write([], to: "other")
    let entries = try OpenFolder.open(folder.path).entries { name, _ in name.count > 5 }
    let kinds = Dictionary(uniqueKeysWithValues: entries.map { ($0.name.string, $0.type) })
    #expect(
      kinds == [
        "file.jpg": .regular, "folder.jpg": .directory, "link.jpg": .symbolicLink,
        "pipe.jpg": .fifo,
      ])
  }

  @Test func `a folder's names come sorted, hidden ones too`() throws {
    for name in ["b", ".a", "c d", "a"] as [FilePath] { try folder.write([], to: name) }
    try folder.makeFolder("f")
    let raw = FilePath(bytes: [0x7A, 0xFF])
    try folder.write([], to: raw)
    let names = try OpenFolder.open(folder.path).names()
    #expect(names.dropLast() == [".a", "a", "b", "c d", "f"])
    #expect(names.last == raw.lastComponent)
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try OpenFolder.open(folder.path(of: "nothing")).names()
    }
  }

  @Test func `a folder can be read again from its first name`() throws {
    for name in ["a", "b", "c"] as [FilePath] { try folder.write([], to: name) }
    let open = try OpenFolder.open(folder.path)
    var seen = 0
    try open.forEachName { _, _ in
      seen += 1
      return false
    }
    #expect(seen == 1)
    #expect(try open.names() == ["a", "b", "c"])
  }

  @Test
  func `a link is distinguished from what it leads to, and followed only where that is wanted`()
    throws
  {
    try folder.write([1], to: "file")
    try folder.makeSymbolicLink("link", to: "file")
    try folder.makeSymbolicLink("dangling", to: "nothing")
    let open = try OpenFolder.open(folder.path)
    #expect(
      try open.type(of: "link") == .symbolicLink
        && open.type(of: "link", followsLinks: true) == .regular)
    #expect(
      try open.type(of: "dangling", followsLinks: true) == nil && open.type(of: "nothing") == nil)
    #expect(try open.linkTarget("link") == "file" && open.linkTarget("file") == nil)
    #expect(throws: Errno.tooManySymbolicLinkLevels) { try open.read("link", limit: 9) }
    #expect(try FileSystem.target(ofLink: folder.path(of: "dangling")) == "nothing")
  }

  @Test func `a file is read up to a limit`() throws {
    try folder.write([1, 2, 3], to: "file")
    try folder.makePipe("pipe")
    let open = try OpenFolder.open(folder.path)
    #expect(try open.read("file", limit: 3) == [1, 2, 3])
    #expect(throws: Errno.fileTooLarge) { try open.read("file", limit: 2) }
    #expect(throws: Errno.notSupported) { try open.read("pipe", limit: 2) }
  }

  @Test func `a file is replaced as a whole or not at all, and nothing else stays`() throws {
    try folder.write([1], to: "file")
    try folder.makeFolder("folder")
    let open = try OpenFolder.open(folder.path)
    try open.replace("file", with: [2, 3], by: "new", in: open)
    #expect(try folder.read("file") == [2, 3])
    #expect(throws: Errno.isDirectory) {
      try open.replace("folder", with: [4], by: "new", in: open)
    }
    #expect(try folder.names() == ["file", "folder"])
  }

  @Test func `a folder of one's own is made with those above it, and none is reached by a link`()
    throws
  {
    let path = folder.path(of: "a/b")
    #expect(throws: Errno.noSuchFileOrDirectory) { _ = try OpenFolder.openPrivate(path).isWritable }
    #expect(try OpenFolder.makePrivate(path).isWritable)
    for path in [path, folder.path(of: "a")] {
      #expect(try path.stat().permissions == .ownerReadWriteExecute)
    }
    try folder.makeSymbolicLink("link", to: "a")
    #expect(throws: Errno.notDirectory) {
      _ = try OpenFolder.makePrivate(folder.path(of: "link")).isWritable
    }
  }
}
