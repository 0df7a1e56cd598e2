import Files
import Imaging
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import PhotoSources

/// What is kept of photos from one run to the next.
@Suite struct PhotoRecordsTests {
  let tree: PhotoTree
  let cache: TemporaryFolder

  init() throws {
    tree = try PhotoTree()
    cache = try TemporaryFolder()
  }

  private var stored: FilePath { cache.path(of: "photos") }

  /// A new run's state after its scan.
  private func scan(in folder: FilePath? = nil) throws -> PhotoIndexState {
    try PhotoIndex([tree.folder.path], records: PhotoRecords(folder ?? stored)).scan().wait().get()
  }

  /// Reads the facts of all photos, and stores them.
  private func readAll(_ state: PhotoIndexState) throws -> SearchResult {
    let query = try SearchQuery([])
    return PhotoSearch(query, readsFacts: true).result(in: state).wait().get()
  }

  /// The names of the photos, and those of which the facts are known without being read.
  private func names(_ state: PhotoIndexState) -> (all: Set<String>, known: Set<String>) {
    var (all, known) = (Set<String>(), Set<String>())
    for block in state.blocks {
      for index in 0..<block.count {
        let name = String(decoding: block.names[index], as: UTF8.self)
        all.insert(name)
        if block.isKnown(index) { known.insert(name) }
      }
    }
    return (all, known)
  }

  private func write(_ names: String...) throws {
    for name in names {
      try tree.write(try Fixtures.read("photos/mountains.jpg"), to: FilePath(name))
    }
  }

  private func sidecar(rating: Int) -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="\(rating)"/></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  @Test func `what was read once is known in the next run`() throws {
    try write("a.jpg", "sub/b.jpg", "sub/c.jpg")
    try tree.write(Array("text".utf8), to: "sub/note.txt")
    #expect(names(try scan()).known.isEmpty)
    let first = try readAll(try scan())
    let again = try scan()
    #expect(names(again).all == ["a.jpg", "b.jpg", "c.jpg"] && names(again).known.count == 3)
    let second = try readAll(again)
    #expect(first.photos.map { $0.facts() } == second.photos.map { $0.facts() })
    #expect(second.photos[0].facts().size != nil)
  }

  @Test func `a photo that changed is read again, and one that vanished is forgotten`() throws {
    try write("a.jpg", "b.jpg", "c.jpg")
    _ = try readAll(try scan())
    try tree.folder.write(PhotoTree.png, to: "a.jpg")
    try tree.folder.remove("b.jpg")
    let state = try scan()
    #expect(names(state).all == ["a.jpg", "c.jpg"] && names(state).known == ["c.jpg"])
    #expect(state.blocks.flatMap(\.pictures).map(\.format).contains(.png))
    let path = tree.folder.path.bytes
    let record = try #require(PhotoRecords(stored).record(of: path))
    #expect((0..<record.count).map { Array(record.name($0)) }.contains(Array("c.jpg".utf8)))
    #expect(record.count == 2)
  }

  @Test func `a sidecar that appears, changes or vanishes is noticed`() throws {
    try write("a.jpg", "b.jpg")
    _ = try readAll(try scan())
    #expect(names(try scan()).known == ["a.jpg", "b.jpg"])
    func ratings() throws -> [Int?] {
      try readAll(try scan()).photos.map { $0.facts().owner.rating }
    }
    try tree.write(sidecar(rating: 3), to: "a.jpg.xmp")
    #expect(names(try scan()).known == ["b.jpg"])
    #expect(try ratings() == [3, nil])
    #expect(names(try scan()).known == ["a.jpg", "b.jpg"])
    try tree.folder.remove("a.jpg.xmp")
    try tree.write(sidecar(rating: 5), to: "a.jpg.xmp")
    #expect(names(try scan()).known == ["b.jpg"])
    #expect(try ratings() == [5, nil])
    try tree.folder.remove("a.jpg.xmp")
    #expect(try ratings() == [nil, nil])
  }

  @Test func `a damaged record, or one of another version, is made anew`() throws {
    try write("a.jpg", "b.jpg")
    _ = try readAll(try scan())
    let path = tree.folder.path.bytes
    let open = try OpenFolder.open(stored)
    let name = try #require(try open.names().first)
    let bytes = try open.read(name, limit: 1 << 20)
    for place in [0, 20, bytes.count / 2, bytes.count - 1] {
      var damaged = bytes
      damaged[place] ^= 0x10
      #expect(FolderRecord(damaged, of: path) == nil, "\(place)")
      try open.replace(name, with: damaged, by: "x.tmp", in: open)
      #expect(names(try scan()).all == ["a.jpg", "b.jpg"])
      _ = try readAll(try scan())
      #expect(names(try scan()).known == ["a.jpg", "b.jpg"])
    }
    for length in stride(from: 0, to: bytes.count, by: 7) {
      #expect(FolderRecord(Array(bytes[..<length]), of: path) == nil)
    }
    #expect(FolderRecord(bytes, of: path) != nil && FolderRecord(bytes, of: [47]) == nil)
  }

  @Test func `without a folder to store them in, everything is read`() throws {
    try write("a.jpg")
    try cache.write([], to: "file")
    for folder in [cache.path(of: "file"), cache.path(of: "file/deep")] {
      #expect(try readAll(try scan(in: folder)).photos.count == 1)
      #expect(names(try scan(in: folder)).known.isEmpty)
    }
  }

  @Test func `a search by words leaves what is known of other photos`() throws {
    try write("a.jpg", "b.jpg")
    _ = try readAll(try scan())
    try write("c.jpg")
    let query = try SearchQuery([Array("c".utf8)])
    let index = PhotoIndex([tree.folder.path], records: PhotoRecords(stored))
    #expect(names(try index.scan(for: query).wait().get()).all == ["c.jpg"])
    #expect(names(try scan()).all == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(names(try scan()).known == ["a.jpg", "b.jpg"])
  }

  @Test func `all facts are the same after they were stored`() throws {
    let moments: [MomentTaken?] = [
      nil, MomentTaken(LocalTime(year: 1955, month: 1, day: 1)!, .year, .sidecar),
      MomentTaken(
        LocalTime(year: 9999, month: 12, day: 31, hour: 23, minute: 59, second: 60)!,
        microseconds: 999_999, offset: -50_400, .exif),
      MomentTaken(unixTime: 1_588_448_998, .takeout), MomentTaken(unixTime: -1, .file),
    ]
    for moment in moments {
      for (rating, texts) in [(nil, []), (-1, ["Jörg", ""]), (5, ["a", "b", "c"])]
        as [(Int?, [String])]
      {
        let facts = PhotoFacts(
          size: rating == nil ? nil : .init(width: 4000, height: 3),
          OwnerFacts(
            moment: moment, rating: rating, isFavourite: rating == 5, people: texts,
            keywords: texts.reversed(), title: texts.last))
        var packed = PackedFacts(count: 3)
        packed.set(1, facts)
        #expect(packed[1] == facts && packed[0] == nil && packed.contains(1))
        #expect(packed.moment(1) == moment && packed.rating(1) == rating)
      }
    }
  }

  @Test func `entries are found in any order, and the newest of a name counts`() throws {
    var builder = FolderRecord.Builder()
    for number in [1, 2, 3, 2] {
      builder.append(
        FolderRecord.Entry(
          name: Array("\(number)".utf8)[...], identity: FileIdentity(ofNoFile: UInt64(number)),
          format: number == 3 ? nil : .jpeg, isCollage: number == 1,
          sidecars: UInt64.max - UInt64(builder.count),
          facts: nil))
    }
    let record = try #require(FolderRecord(builder.bytes(of: [47]), of: [47]))
    var lookup = RecordLookup(record)
    #expect(lookup.index(of: Array("3".utf8)[...]) == 2)
    #expect(lookup.index(of: Array("1".utf8)[...]) == 0)
    #expect(lookup.index(of: Array("4".utf8)[...]) == nil)
    #expect(lookup.last(Array("2".utf8)[...]) == 3)
    #expect(record.format(2) == nil && record.format(0) == .jpeg)
    #expect(record.isCollage(0) && !record.isCollage(1) && !record.isCollage(2))
    #expect(record.sidecars(3) == UInt64.max - 3)
    #expect(record.identity(1) == FileIdentity(ofNoFile: 2))
  }
}
