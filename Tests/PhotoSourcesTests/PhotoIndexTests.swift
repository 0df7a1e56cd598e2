import Files
import Glibc
import OpenCombine
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing
import ThreadPool

@testable import PhotoSources

@Suite struct PhotoIndexTests {
  let tree: PhotoTree

  init() throws { tree = try PhotoTree() }

  @Test func `pictures are known by their first bytes, whatever their names`() throws {
    try tree.write(PhotoTree.png, to: "a.txt", "sub/deep/b")
    try tree.write(PhotoTree.jpeg, to: "sub/c.png")
    try tree.write(Array("text".utf8), to: "d.jpg")
    try tree.write([], to: "e.jpg")
    try tree.write([0xFF], to: "f.jpg")
    #expect(try tree.paths() == ["a.txt", "sub/c.png", "sub/deep/b"])
  }

  @Test func `raw files are photos, and ordinary TIFFs are told from them`() throws {
    let raw = RawFileBuilder(full: PhotoTree.jpeg, small: PhotoTree.jpeg)
    for (name, bytes) in RawFileBuilder.kinds { try tree.write(bytes(raw), to: FilePath(name)) }
    try tree.write(raw.raf, to: "photo.raf")
    try tree.write(
      TIFFBuilder([[(0x0103, .short(7)), (0x0106, .short(6))]]).bytes, to: "scan.tif", "scan.nef")
    try tree.write(Array("II*\0".utf8), to: "cut.dng")
    let names = [
      "photo.arw", "photo.cr2", "photo.cr3", "photo.dng", "photo.nef", "photo.orf", "photo.pef",
      "photo.raf",
      "photo.rw2",
    ]
    let others = ["cut.dng", "scan.nef", "scan.tif"]
    #expect(try Set(tree.paths()) == Set(names + others))
    #expect(try tree.search("format:raw") == names)
    #expect(try tree.search("format:tiff") == others)
    #expect(try tree.search("format:jpeg") == [])
  }

  @Test func `hidden names are left out, unless the folder was named by the user`() throws {
    try tree.write(
      PhotoTree.png, to: ".a.png", ".hidden/b.png", "sub/.c.png", ".hidden/.deep/d.png")
    #expect(try tree.paths() == [])
    #expect(try tree.paths([".hidden"]) == [".hidden/b.png"])
  }

  @Test func `the library is left out under all its names, unless the user named it`() throws {
    try tree.write(PhotoTree.png, to: "a.png", "Collages/b.png", "Collages/Album/c.png")
    try tree.folder.makeSymbolicLink("link", to: "Collages")
    #expect(try tree.paths(excluding: "Collages") == ["a.png"])
    #expect(try tree.paths(excluding: "link") == ["a.png"])
    #expect(
      try tree.paths(["Collages"], excluding: "Collages") == [
        "Collages/b.png", "Collages/Album/c.png",
      ])
    #expect(try tree.paths(excluding: "missing").count == 3)
  }

  @Test func `links to files count, links to folders are followed once, and loops end`() throws {
    try tree.write(PhotoTree.png, to: "a/1.png", "b/2.png")
    try tree.folder.makeFolder("elsewhere")
    let other = try PhotoTree()
    try other.write(PhotoTree.png, to: "deep/3.png")
    try other.folder.makeSymbolicLink("deep/back", to: tree.folder.path)
    try tree.folder.makeSymbolicLink("a/2.png", to: "../b/2.png")
    try tree.folder.makeSymbolicLink("a/b", to: "../b")
    try tree.folder.makeSymbolicLink("a/up", to: "..")
    try tree.folder.makeSymbolicLink("self", to: "self")
    try tree.folder.makeSymbolicLink("nowhere.png", to: "missing.png")
    try tree.folder.makeSymbolicLink("one", to: other.folder.path)
    try tree.folder.makeSymbolicLink("two", to: other.folder.path)
    #expect(try tree.paths() == ["a/1.png", "a/2.png", "b/2.png", "one/deep/3.png"])
  }

  @Test func `what holds no photos of anyone is left out, unless it is named`() throws {
    try tree.write(
      PhotoTree.png, to: "a/1.png", "a/1.png~", "a/2.png.part", "a/3.png.CRDOWNLOAD",
      "a/@eaDir/1.png/SYNOFILE_THUMB_M.png", "#recycle/1.png", "$RECYCLE.BIN/1.png",
      "lost+found/1.png", "android/1.png", "android/deep/1.png", "b/.partial/1.png", "b/part",
      "~")
    try tree.folder.write([], to: "android/.nomedia")
    #expect(try tree.paths() == ["~", "a/1.png", "b/part"])
    #expect(try tree.paths(["#recycle"]) == ["#recycle/1.png"])
    #expect(try tree.paths(["android"]) == ["android/1.png", "android/deep/1.png"])
  }

  @Test func `what matches a pattern is left out, whatever its case`() throws {
    try tree.write(PhotoTree.png, to: "a/1.png", "a/1_Edited.png", "RAW/1.png", "a/raw.png")
    #expect(try tree.paths(without: "*_edited*", "raw") == ["a/1.png", "a/raw.png"])
    #expect(try tree.paths(["RAW"], without: "raw") == ["RAW/1.png"])
  }

  @Test func `a folder that is named twice, or lies in another one, is read once`() throws {
    try tree.write(PhotoTree.png, to: "a/1.png", "a/b/2.png")
    #expect(try tree.paths(["a", "a", "a/b"]) == ["a/1.png", "a/b/2.png"])
    #expect(try tree.paths(["a/b", "a"]) == ["a/1.png", "a/b/2.png"])
  }

  @Test func `pipes block nothing`() throws {
    try tree.write(PhotoTree.png, to: "1.png")
    try tree.folder.makePipe("pipe.png")
    try tree.folder.makeSymbolicLink("link.png", to: "pipe.png")
    #expect(try tree.paths() == ["1.png"])
  }

  @Test func `names of any bytes are kept`() throws {
    for name: [UInt8] in [
      [0xFF, 0x0A], Array("서울 😀.png".utf8), Array("a\tb".utf8), Array("-x".utf8),
    ] {
      try tree.folder.write(PhotoTree.png, to: FilePath(platformBytes: name))
    }
    let state = try PhotoIndex([tree.folder.path]).scan().wait().get()
    let names = Set(
      state.blocks.flatMap { block in (0..<block.count).map { Array(block.names[$0]) } })
    #expect(names == [[0xFF, 0x0A], Array("서울 😀.png".utf8), Array("a\tb".utf8), Array("-x".utf8)])
    let photos = try PhotoSearch(SearchQuery([])).result(in: state).wait().get().photos
    #expect(photos.count { (try? $0.path.stat()) != nil } == 4)
  }

  @Test func `a folder with more photos than a block holds is whole`() throws {
    try tree.write(PhotoTree.png, to: "0.png")
    let count = 2 * PhotoBlock.capacity + 1
    for number in 1..<count { try tree.folder.makeHardLink(FilePath("\(number).png"), to: "0.png") }
    #expect(try tree.paths() == (0..<count).map { "\($0).png" })
  }

  @Test func `so is one with as many links`() throws {
    try tree.write(PhotoTree.png, to: "0.png")
    let count = 2 * PhotoBlock.capacity + 1
    for number in 1..<count {
      try tree.folder.makeSymbolicLink(FilePath("\(number).png"), to: "0.png")
    }
    #expect(try tree.paths() == (0..<count).map { "\($0).png" })
  }

  @Test func `the first blocks are small, so that they come early`() throws {
    try tree.write(PhotoTree.png, to: "0.png")
    for number in 1..<200 { try tree.folder.makeHardLink(FilePath("\(number).png"), to: "0.png") }
    let state = try PhotoIndex([tree.folder.path]).scan().wait().get()
    #expect(state.blocks.map(\.count) == [32, 32, 64, 72])
  }

  @Test(arguments: [
    "rome", "-rome", "ROM b", "a/ro", "rome -b", "format:png rome", "square", "nothing", "",
  ])
  func `a scan for a query finds what it asks for, and little else`(line: String) throws {
    try tree.write(
      PhotoTree.png, to: "a/rome.png", "a/Romé b.png", "rome/b.png", "b.png", "a/c.png")
    try tree.write(PhotoTree.jpeg, to: "rome.jpg")
    try tree.write(Array("text".utf8), to: "rome.txt")
    let query = try SearchQuery(SearchQuery.words(in: Array(line.utf8)))
    let index = PhotoIndex([tree.folder.path])
    func paths(_ state: PhotoIndexState) -> [[UInt8]] {
      PhotoSearch(query, order: .folder).result(in: state).wait().get().photos.map { $0.path.bytes }
    }
    let (all, some) = (try index.scan().wait().get(), try index.scan(for: query).wait().get())
    #expect(paths(some) == paths(all))
    if line.hasSuffix("rome") || line == "nothing" { #expect(some.photoCount < all.photoCount) }
  }

  @Test func `a root that can't be read is a failure`() throws {
    try tree.write(PhotoTree.png, to: "1.png")
    for (name, errno) in [("missing", Errno.noSuchFileOrDirectory), ("1.png", .notDirectory)]
      as [(FilePath, Errno)]
    {
      let path = tree.folder.path(of: name)
      #expect(throws: PhotoIndexError(folder: path, errno: errno)) {
        try PhotoIndex([path]).scan().wait().get()
      }
    }
  }

  @Test func `the index grows while it scans, and ends complete`() throws {
    for number in 0..<50 {
      try tree.write(PhotoTree.png, to: FilePath("\(number)/a.png"), FilePath("\(number)/b.png"))
    }
    let index = PhotoIndex([tree.folder.path])
    let states = Locked<[PhotoIndexState]>([])
    let watching = index.states.sink { state in states.withLock { $0.append(state) } }
    defer { watching.cancel() }
    #expect(try index.scan().wait().get().photoCount == 100)
    let seen = states.withLock { $0 }
    #expect(seen.first?.photoCount == 0 && seen.last?.photoCount == 100)
    #expect(seen.map(\.photoCount) == seen.map(\.photoCount).sorted())
    #expect(seen.last?.isComplete == true && seen.dropLast().allSatisfy { !$0.isComplete })
    // The first photos don't wait for the rest.
    #expect(seen.contains { (1..<100).contains($0.photoCount) })
    #expect(try index.scan().wait().get().photoCount == 100)
  }

  @Test func `cancelling ends a scan`() throws {
    // Folders are read level by level: the lower ones when the first photo has been published.
    try tree.write(PhotoTree.png, to: "a.png")
    for number in 0..<50 { try tree.write(PhotoTree.png, to: FilePath("below/\(number)/a.png")) }
    let index = PhotoIndex([tree.folder.path])
    let cancellation = Cancellation()
    let watching = index.states.sink { state in
      if state.photoCount == 1 { cancellation.cancel() }
    }
    defer { watching.cancel() }
    let state = try #require(index.scan().wait(cancelledBy: cancellation)).get()
    #expect(!state.isComplete && state.photoCount == 1)
  }

  @Test func `nothing keeps an index alive after its scan`() throws {
    try tree.write(PhotoTree.png, to: "1.png")
    weak var index: PhotoIndex?
    do {
      let made = PhotoIndex([tree.folder.path])
      index = made
      _ = try made.scan().wait().get()
    }
    #expect(index == nil)
  }
}
