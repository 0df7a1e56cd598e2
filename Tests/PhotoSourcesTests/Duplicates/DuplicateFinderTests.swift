import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing
import ThreadPool

@testable import PhotoSources

@Suite struct DuplicateFinderTests {
  let tree: PhotoTree

  init() throws { tree = try PhotoTree() }

  private func photos() throws -> [IndexedPhoto] { try tree.result([], order: .name).photos }

  private func groups(_ finder: DuplicateFinder = DuplicateFinder(), shown: Range<Int>? = nil)
    throws -> [[String]]
  {
    let photos = try self.photos()
    return finder.duplicates(among: photos, shown: shown).wait().get().groups.map {
      $0.map { photos[$0].name.string }
    }
  }

  @Test func `copies, hard links and symbolic links are duplicates, equal sizes alone are not`()
    throws
  {
    try tree.write(PhotoTree.png + [1], to: "a", "c", "sub/h")
    try tree.write(PhotoTree.png + [2], to: "b", "g")
    try tree.write(PhotoTree.png + [3], to: "e")
    try tree.write(PhotoTree.png + [1, 2], to: "f")
    try tree.folder.makeHardLink("d", to: "a")
    try tree.folder.makeSymbolicLink("i", to: "f")
    #expect(try groups() == [["a", "c", "d", "h"], ["b", "g"], ["f", "i"]])
  }

  @Test func `only groups of what is shown are found, with all their photos`() throws {
    try tree.write(PhotoTree.png + [1], to: "a", "d")
    try tree.write(PhotoTree.png + [1, 2], to: "b", "c")
    #expect(try groups(shown: 0..<1) == [["a", "d"]])
    #expect(try groups(shown: 2..<3) == [["b", "c"]])
    #expect(try groups(shown: 0..<0) == [])
  }

  @Test func `files larger than a piece are compared to their ends`() throws {
    let bytes = PhotoTree.png + [UInt8](repeating: 7, count: 600_000)
    try tree.write(bytes, to: "a", "b")
    try tree.write(bytes.dropLast() + [8], to: "c")
    #expect(try groups() == [["a", "b"]])
  }

  @Test func `files that vanish, change or turn into pipes are no duplicates, and block nothing`()
    throws
  {
    try tree.write(PhotoTree.png + [1], to: "a", "b", "c", "d", "e")
    let photos = try self.photos()
    try tree.folder.remove("a")
    try tree.folder.remove("b")
    try tree.folder.makePipe("b")
    try tree.folder.write(PhotoTree.png + [2], to: "c")
    let found = DuplicateFinder().duplicates(among: photos).wait().get()
    #expect(found.groups == [[3, 4]])
  }

  @Test func `digests are remembered until a file changes`() throws {
    try tree.write(PhotoTree.png + [1], to: "a", "b")
    let finder = DuplicateFinder()
    #expect(try groups(finder) == [["a", "b"]])
    #expect(finder.knownFiles == 2)
    #expect(try groups(finder) == [["a", "b"]])
    #expect(finder.knownFiles == 2)
    try tree.folder.remove("b")
    try tree.write(PhotoTree.png + [2], to: "b")
    #expect(try groups(finder) == [])
    #expect(finder.knownFiles == 3)
  }

  @Test func `hard links are known without reading`() throws {
    try tree.write(PhotoTree.png, to: "0")
    for number in 1..<2000 { try tree.folder.makeHardLink(FilePath("\(number)"), to: "0") }
    let finder = DuplicateFinder()
    #expect(try groups(finder).map(\.count) == [2000])
    #expect(finder.knownFiles == 0)
  }

  @Test func `a cancelled search ends without a value`() throws {
    try tree.write(PhotoTree.png + [UInt8](repeating: 7, count: 600_000), to: "a", "b")
    let polls = Locked(0)
    let cancellation = Cancellation {
      polls.withLock { polls in
        polls += 1
        return polls > 3
      }
    }
    let file = try PhotoFile.open(tree.folder.path(of: "a"))
    #expect(throws: CodecError.cancelled) {
      try Digest(of: file, isCancelled: { cancellation.isCancelled })
    }
    let finder = DuplicateFinder()
    let cancelled = Cancellation()
    cancelled.cancel()
    #expect(try finder.duplicates(among: photos()).wait(cancelledBy: cancelled) == nil)
    #expect(finder.knownFiles == 0)
  }

  @Test func `all but the first of each group are repeated`() {
    let duplicates = Duplicates(groups: [[0, 2, 5], [1, 3]])
    #expect((0..<7).map(duplicates.isRepeated) == [false, false, true, true, false, true, false])
  }
}
