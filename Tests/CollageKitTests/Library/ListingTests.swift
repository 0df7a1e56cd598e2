import PhotoCodecs
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// Lists of assets, as the folder is read.
@Suite struct ListingTests {
  let folder: TemporaryFolder
  let library: PhotoLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = PhotoLibrary(folder: folder.path)
  }

  /// Makes a file with an asset's name.
  private func write(_ digit: String, bytes: Int, modified: Int) throws {
    let name = FilePath("collage-\(String(repeating: digit, count: 32)).png")
    try folder.write([UInt8](repeating: 1, count: bytes), to: name)
    try folder.path(of: name).setModified(seconds: modified)
  }

  private func list() throws -> [ListedAsset] {
    var found: [ListedAsset] = []
    try library.forEachAsset {
      found.append($0)
      return true
    }
    return found
  }

  @Test func `a list has sizes and dates, and can be in three orders`() throws {
    try write("a", bytes: 5, modified: 3000)
    try write("b", bytes: 9, modified: 1000)
    try write("c", bytes: 5, modified: 2000)
    try folder.write([1], to: "other.png")
    try folder.makeFolder("album")
    let found = try list()
    for (order, letters) in [(AssetOrder.date, "acb"), (.name, "abc"), (.size, "bac")] {
      let sorted = found.sorted { order.areInOrder($0, $1) }
      #expect(sorted.map { $0.asset.id.text.prefix(1) }.joined() == letters)
    }
    #expect(found.first { $0.bytes == 9 }?.modified.seconds == 1000)
  }

  @Test func `a list stops when it is told to`() throws {
    for digit in ["a", "b", "c"] { try write(digit, bytes: 1, modified: 1) }
    var count = 0
    try library.forEachAsset { _ in
      count += 1
      return count < 2
    }
    #expect(count == 2)
  }

  @Test func `a library that is not there has no assets, and one that is a file fails`() throws {
    try PhotoLibrary(folder: folder.path(of: "none")).forEachAsset { _ in true }
    let path = try folder.write([1], to: "file")
    #expect(throws: LibraryError.failed(path, .notDirectory)) {
      try PhotoLibrary(folder: path).forEachAsset { _ in true }
    }
  }
}
