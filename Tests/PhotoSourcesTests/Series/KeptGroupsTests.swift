import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import PhotoSources

/// Groups of many photos, which are kept.
struct KeptGroupsTests {
  private let tree: SeriesTree
  private let photos: [SeriesPhoto]
  private let joined = [[0, 1], [2, 3]]
  /// What comes of photos that can't be compared any more.
  private let apart = [[0], [1], [2], [3]]

  init() throws {
    tree = try SeriesTree()
    photos = try (0..<4).map { try SeriesGroupsTests.photo($0, view: $0 / 2, number: $0 % 2) }
  }

  private func groups(_ photos: [SeriesPhoto], isCancelled: Bool = false, least: Int = 4) -> [[Int]]
  {
    SeriesGroups.groups(
      of: photos, in: tree.store, Cancellation(or: { isCancelled }), leastKept: least)
  }

  @Test func `the same photos aren't compared again`() {
    #expect(groups(photos, isCancelled: true) == apart)
    #expect(groups(photos) == joined)
    #expect(groups(photos, isCancelled: true) == joined)
  }

  @Test func `other photos, or the same in another order, are compared`() throws {
    #expect(groups(photos) == joined)
    #expect(groups(photos.reversed(), isCancelled: true) == apart)
    var others = photos
    others[3] = try SeriesGroupsTests.photo(4, view: 1, number: 1)
    #expect(groups(others, isCancelled: true) == apart)
    #expect(groups(photos, isCancelled: true) == joined)
  }

  @Test func `groups of few photos aren't kept`() {
    #expect(groups(photos, least: 5) == joined)
    #expect(groups(photos, isCancelled: true) == apart)
  }

  @Test func `damaged groups are made anew`() throws {
    #expect(groups(photos) == joined)
    let name = try #require(try tree.folder.names(in: "cache/series").first)
    let path = FilePath("cache/series").appending(name)
    let bytes = try tree.folder.read(path)
    for place in [0, 20, bytes.count - 1] {
      var damaged = bytes
      damaged[place] ^= 1
      try tree.folder.write(damaged, to: path)
      #expect(groups(photos, isCancelled: true) == apart)
    }
    for length in [0, 17, bytes.count - 1] {
      try tree.folder.write(Array(bytes.prefix(length)), to: path)
      #expect(groups(photos, isCancelled: true) == apart)
    }
    #expect(groups(photos) == joined)
    #expect(groups(photos, isCancelled: true) == joined)
  }
}
