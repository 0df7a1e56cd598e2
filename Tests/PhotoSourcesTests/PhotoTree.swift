import ReactiveTraits
import SystemPackage
import TestSupport

@testable import PhotoSources

/// A folder with small pictures in it, and what an index finds there.
struct PhotoTree {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The first bytes of a PNG are all that a scan reads.
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF]

  /// Writes files, and makes the folders on the way to them.
  func write(_ bytes: [UInt8], to names: FilePath...) throws {
    for name in names {
      try makeFolders(name.removingLastComponent())
      try folder.write(bytes, to: name)
    }
  }

  func makeFolders(_ name: FilePath) throws {
    guard !name.isEmpty, (try? folder.path(of: name).stat()) == nil else { return }
    try makeFolders(name.removingLastComponent())
    try folder.makeFolder(name)
  }

  /// The paths below the folder that an index of it, or of folders in it, holds.
  func paths(
    _ roots: [FilePath] = [""], excluding library: FilePath? = nil, without patterns: FilePath...
  ) throws -> [String] {
    let index = PhotoIndex(
      roots.map(path), excluding: library.map(path), PhotoExclusions(patterns))
    let state = try index.scan().wait().get()
    return found(try PhotoSearch(SearchQuery([]), order: .folder).result(in: state).wait().get())
  }

  /// The paths below the folder that a search of it finds.
  func search(_ words: String..., order: SearchOrder = .folder, limit: Int? = nil) throws
    -> [String]
  {
    found(try result(words, order: order, limit: limit))
  }

  func result(_ words: [String], order: SearchOrder = .folder, limit: Int? = nil) throws
    -> SearchResult
  {
    let state = try PhotoIndex([folder.path]).scan().wait().get()
    return try PhotoSearch(SearchQuery(words.map { Array($0.utf8) }), order: order, limit: limit)
      .result(in: state).wait().get()
  }

  private func path(_ name: FilePath) -> FilePath {
    name.isEmpty ? folder.path : folder.path(of: name)
  }

  private func found(_ result: SearchResult) -> [String] {
    result.photos.map { photo in
      String(
        decoding: photo.pathBytes.dropFirst(folder.path.platformBytes.count + 1), as: UTF8.self)
    }
  }
}
