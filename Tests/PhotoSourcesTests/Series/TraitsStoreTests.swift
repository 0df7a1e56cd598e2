import Imaging
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import PhotoSources

/// What is kept of photos that were measured.
struct TraitsStoreTests {
  let tree: SeriesTree

  init() throws {
    tree = try SeriesTree()
    try tree.write(SeriesTree.view(0), to: "a.jpg")
    try tree.write(SeriesTree.view(1), to: "b.jpg")
  }

  private var folderBytes: [UInt8] { tree.folder.path(of: "photos").string.utf8.map { $0 } }
  private var record: TraitsRecord { tree.store.record(of: folderBytes) }
  private var file: FilePath {
    get throws {
      FilePath("cache/series").pushing(FilePath(try tree.folder.names(in: "cache/series")[0]))
    }
  }

  @Test func `traits are stored by name, and are what was measured`() throws {
    let result = try tree.series()
    #expect(record.entries.count == 2)
    let stored = try #require(record[Array("a.jpg".utf8)])
    #expect(try stored.outcome.get().traits == result.photos[0].traits)
    #expect(stored.identity == result.photos[0].identity)
    #expect(try tree.folder.names(in: "cache/series").count == 1)
    #expect(try tree.series().names == result.names)
  }

  @Test func `stored traits are used as long as the file's state is the same`() throws {
    _ = try tree.series()
    // The traits of the first photo, under the second one's name and state.
    var record = record
    let (first, second) = (record[Array("a.jpg".utf8)]!, record[Array("b.jpg".utf8)]!)
    record[Array("b.jpg".utf8)] = StoredTraits(second.identity, first.outcome)
    tree.store.store(record, of: folderBytes)
    #expect(try tree.series().series.count == 1)
    try tree.write(SeriesTree.view(1), to: "b.jpg", quality: 80)
    #expect(try tree.series().series.count == 2)
  }

  @Test func `a record that is damaged, cut, or of another folder is not used`() throws {
    _ = try tree.series()
    let bytes = try tree.folder.read(file)
    #expect(TraitsRecord(bytes, of: folderBytes)?.entries.count == 2)
    #expect(TraitsRecord(bytes, of: Array("/elsewhere".utf8)) == nil)
    for place in stride(from: 0, to: bytes.count, by: 97) {
      var changed = bytes
      changed[place] ^= 1
      #expect(TraitsRecord(changed, of: folderBytes) == nil)
      #expect(TraitsRecord(Array(bytes[..<place]), of: folderBytes) == nil)
    }
    try tree.folder.write(Array(bytes.dropLast()), to: file)
    #expect(record.entries.isEmpty)
    #expect(try tree.series().series.count == 2)
    #expect(record.entries.count == 2)
  }

  @Test func `a damaged photo is remembered, a vanished one forgotten`() throws {
    let jpeg = try tree.folder.read("photos/a.jpg")
    try tree.folder.write(jpeg.prefix(jpeg.count / 2), to: "photos/c.jpg")
    _ = try tree.series()
    let stored = try #require(record[Array("c.jpg".utf8)])
    #expect(throws: CodecError.self) { try stored.outcome.get() }
    try tree.folder.remove("photos/a.jpg")
    try tree.write(SeriesTree.view(2), to: "d.jpg")
    _ = try tree.series()
    #expect(record[Array("a.jpg".utf8)] == nil)
    #expect(record.entries.count == 3)
  }

  @Test func `many photos of a folder are stored in several files`() throws {
    _ = try tree.series()
    let stored = try #require(record[Array("a.jpg".utf8)])
    let limit = TraitsStore.maxEntries
    for (count, files) in [(limit - 1, 1), (limit, 2), (limit + 1, 2), (10, 2)] {
      var many = TraitsRecord()
      for number in 0..<count { many[Array("\(number).jpg".utf8)] = stored }
      tree.store.store(many, of: folderBytes)
      #expect(record.entries.count == count)
      #expect(try tree.folder.names(in: "cache/series").count == files)
    }
  }

  @Test func `a folder's files are read on several threads, but each name once`() throws {
    _ = try tree.series()
    let stored = try #require(record[Array("a.jpg".utf8)])
    let limit = TraitsStore.maxEntries
    for count in [6 * limit + 1, limit + 1, 10] {
      var many = TraitsRecord()
      for number in 0..<count { many[Array("\(number).jpg".utf8)] = stored }
      tree.store.store(many, of: folderBytes)
      let wanted = Set((0..<2 * count).map { Array("\($0).jpg".utf8) })
      let found = tree.store.made(ofParts: folderBytes, wanted, in: nil, Cancellation()) { part in
        Array(part.entries.keys)
      }
      #expect(found.count == count)
      #expect(Set(found) == Set(many.entries.keys))
      let one = tree.store.made(
        ofParts: folderBytes, [Array("3.jpg".utf8)], in: nil, Cancellation()
      ) { Array($0.entries.keys) }
      #expect(one == [Array("3.jpg".utf8)])
    }
  }

  @Test func `series are the same if greys are kept in a file, and nothing of it is left`() throws {
    for number in 0..<4 {
      try tree.write(SeriesTree.view(number), to: FilePath("v\(number).jpg"))
      try tree.write(SeriesTree.movedView(number), to: FilePath("m\(number).jpg"), quality: 80)
    }
    let names = try tree.series(stored: false).names
    #expect(names.count == 4)
    let paths = try tree.folder.names(in: "photos").map { tree.path(FilePath($0)) }
    // Measured, then from the store.
    for _ in 0..<2 {
      let search = SeriesSearch(store: tree.store, maxInMemory: 0)
      #expect(search.series(among: paths).wait().get().names == names)
      #expect(try tree.folder.names(in: "cache/series").count == 1)
    }
  }

  @Test func `a folder that can't be written doesn't matter`() throws {
    try tree.folder.write([], to: "cache")
    #expect(try tree.series().series.count == 2)
  }
}
