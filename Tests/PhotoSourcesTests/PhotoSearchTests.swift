import Glibc
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import PhotoSources

@Suite struct PhotoSearchTests {
  let tree: PhotoTree

  init() throws { tree = try PhotoTree() }

  /// A photo of 640x480 pixels, one of 640x320 and one of 240x240.
  private func writePictures() throws {
    for name in ["meadow.jpg", "mountains.jpg", "dunes.png"] as [FilePath] {
      try tree.write(
        try Fixtures.read(FilePath("photos").pushing(name)), to: FilePath("Été").pushing(name))
    }
  }

  @Test func `words are found in any order, over folders and name, without case and accents`()
    throws
  {
    try tree.write(
      PhotoTree.png, to: "2024/Besançon/Père.png", "2024/Rome/pere.png", "2023/Rome/mère.png")
    #expect(try tree.search("PERE", "2024") == ["2024/Besançon/Père.png", "2024/Rome/pere.png"])
    #expect(try tree.search("rôme", "mere") == ["2023/Rome/mère.png"])
    #expect(try tree.search("rome/p") == ["2024/Rome/pere.png"])
    #expect(try tree.search("rome", "-2024") == ["2023/Rome/mère.png"])
    #expect(try tree.search("") == tree.search())
    #expect(try tree.search("pere", "mere") == [])
  }

  @Test func `the searched folder's own path is no place where words are found`() throws {
    try tree.write(PhotoTree.png, to: "a.png")
    #expect(try tree.search("collage-test") == [])
  }

  @Test func `Korean, emoji and bytes that are not UTF-8 are found`() throws {
    try tree.write(PhotoTree.png, to: "서울/한강.png", "😀.png")
    try tree.folder.write(PhotoTree.png, to: FilePath(platformBytes: [0x61, 0xFF, 0x62]))
    #expect(try tree.search("서울", "한강") == ["서울/한강.png"])
    #expect(try tree.search("하") == [])
    #expect(try tree.search("😀") == ["😀.png"])
    let state = try PhotoIndex([tree.folder.path]).scan().wait().get()
    let search = PhotoSearch(try SearchQuery([[0xFF]]))
    #expect(
      search.result(in: state).wait().get().photos.map { Array($0.block.names[$0.index]) } == [
        [0x61, 0xFF, 0x62]
      ])
  }

  @Test func `shapes, sizes and formats`() throws {
    try writePictures()
    try tree.write(try Fixtures.read("photos/meadow.jpg"), to: "x.png")
    #expect(try tree.search("landscape") == ["x.png", "Été/meadow.jpg", "Été/mountains.jpg"])
    #expect(try tree.search("square") == ["Été/dunes.png"] && tree.search("portrait") == [])
    #expect(try tree.search("-square", "-portrait") == tree.search("landscape"))
    #expect(
      try tree.search("larger:640") == tree.search("landscape") && tree.search("larger:641") == [])
    #expect(try tree.search("-larger:241") == ["Été/dunes.png"])
    #expect(try tree.search("format:png") == ["Été/dunes.png"])
    #expect(try tree.search("-format:png", "name:png") == ["x.png"])
  }

  @Test func `a photo whose header can't be read meets no condition on its size, negated or not`()
    throws
  {
    try tree.write(PhotoTree.png, to: "broken.png")
    for word in ["landscape", "-landscape", "larger:1", "-larger:1", "square", "portrait"] {
      #expect(try tree.search(word) == [])
    }
  }

  @Test func `files that vanish or change between the scan and the search do no harm`() throws {
    try writePictures()
    let state = try PhotoIndex([tree.folder.path]).scan().wait().get()
    for name in ["meadow.jpg", "mountains.jpg"] as [FilePath] {
      try tree.folder.remove(FilePath("Été").pushing(name))
    }
    try tree.folder.makePipe("Été/meadow.jpg")
    try tree.folder.write(Array("text".utf8), to: "Été/dunes.png")
    let search = PhotoSearch(try SearchQuery([Array("landscape".utf8)]))
    #expect(search.result(in: state).wait().get().photos.isEmpty)
    let all = try PhotoSearch(SearchQuery([]), order: .date).result(in: state).wait().get()
    #expect(all.photos.count == 3 && all.photos.allSatisfy { $0.moment() != nil })
  }

  @Test func `the order is by name, by folder, or the newest first`() throws {
    for (name, day) in [("b/2.png", 3), ("b/10.png", 1), ("a/3.png", 2), ("a/2.png", 3)] {
      try tree.write(PhotoTree.png, to: FilePath(name))
      try setDate(of: FilePath(name), day: day)
    }
    #expect(try tree.search(order: .name) == ["a/2.png", "b/2.png", "a/3.png", "b/10.png"])
    #expect(try tree.search(order: .folder) == ["a/2.png", "a/3.png", "b/2.png", "b/10.png"])
    #expect(try tree.search(order: .date) == ["a/2.png", "b/2.png", "a/3.png", "b/10.png"])
    #expect(try tree.search(order: .date, limit: 1) == ["a/2.png"])
    #expect(try tree.result([], limit: 1).matchCount == 4)
  }

  @Test func `without EXIF a photo's date is its file's`() throws {
    for day in 1...3 {
      try tree.write(PhotoTree.png, to: FilePath("\(day).png"))
      try setDate(of: FilePath("\(day).png"), day: day)
    }
    #expect(try tree.search("date:2020-06-02") == ["2.png"])
    #expect(try tree.search("date:2020") == tree.search("date:2020-06"))
    #expect(try tree.search("after:2020-06-02") == ["2.png", "3.png"])
    #expect(try tree.search("before:2020-06-02") == ["1.png"])
    #expect(try tree.search("-date:2020-06-02") == ["1.png", "3.png"])
  }

  /// At noon in this machine's zone.
  private func setDate(of name: FilePath, day: Int) throws {
    var parts = unsafe tm()
    unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday, parts.tm_hour, parts.tm_isdst) = (
      120, 5, Int32(day), 12, -1
    )
    let seconds = unsafe mktime(&parts)
    let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    let path = tree.folder.path(of: name)
    let status = unsafe path.withPlatformString { unsafe utimensat(AT_FDCWD, $0, times, 0) }
    try #require(status == 0)
  }

  @Test func `what hides photos is counted`() throws {
    try writePictures()
    try tree.write(PhotoTree.png, to: "other.png")
    func hidden(_ words: String...) throws -> [Int] { try tree.result(words).hidden.map(\.count) }
    #expect(try hidden("ete", "portrait") == [0, 3])
    #expect(try hidden("ete", "other") == [1, 3])
    #expect(try hidden("ete", "format:png", "nothing") == [0, 0, 1])
    #expect(try hidden("landscape", "larger:9999") == [0, 2])
    #expect(try tree.result(["x"]).searchedCount == 4)
  }

  @Test func `a cancelled search ends`() throws {
    try writePictures()
    let state = try PhotoIndex([tree.folder.path]).scan().wait().get()
    let cancellation = Cancellation()
    cancellation.cancel()
    let search = PhotoSearch(try SearchQuery([Array("landscape".utf8)]))
    #expect(search.result(in: state).wait(cancelledBy: cancellation).map { _ in true } == nil)
    // And leaves nothing behind that would spoil the next one.
    #expect(search.result(in: state).wait().get().photos.count == 2)
  }
}
