internal import Files
internal import PhotoCodecs
internal import ReactiveTraits
internal import Synchronization
package import SystemPackage
internal import ThreadPool

/// Keeps the traits of photos on disk: a file for each folder, which holds its photos' by name and
/// by the state of their files. A folder with many photos has several, so that reading and writing
/// them takes little memory beside that of the traits.
///
/// Files of other versions and damaged ones are ignored. What was not used for longest is removed
/// when all of it gets too large. If writing fails, nothing is stored, silently.
package final class TraitsStore: Sendable {
  /// How many photos are in one file, by the order of their names; only the last of a folder's
  /// files has fewer.
  static let maxEntries = 4096
  /// The maximum size of a file, in bytes: three times what so many photos mostly take.
  private static let maxFileBytes = 64 << 20
  /// The maximum size of all files together, in bytes: enough for some 200,000 photos.
  private static let maxBytes = 1 << 30

  private let folder: FilePath

  /// Reads and writes nothing yet.
  ///
  /// - Parameter folder: created when the first traits are stored.
  package init(_ folder: FilePath) { self.folder = folder }

  /// What is stored about the photos in a folder.
  ///
  /// - Parameter path: from the root, byte for byte.
  func record(of path: [UInt8]) -> TraitsRecord {
    var record = TraitsRecord()
    var file: GreysFile?
    for number in 0... {
      guard let part = part(number, of: path, in: file) else { break }
      record.addMissing(part)
      if part.storedCount < Self.maxEntries { break }
      file = file ?? makeGreysFile()
    }
    return record
  }

  /// What is made of all parts of what is stored about some photos in a folder. They are read on a
  /// few threads, and only some at the same time.
  ///
  /// - Parameters:
  ///   - path: from the root, byte for byte.
  ///   - names: those of the photos.
  ///   - file: keeps their greys; nil to keep them in memory.
  func made<Value: Sendable>(
    ofParts path: [UInt8], _ names: Set<[UInt8]>, in file: GreysFile?,
    _ cancellation: Cancellation, _ make: @Sendable (TraitsRecord) -> [Value]
  ) -> [Value] {
    var values: [Value] = []
    var numbers = 0..<1
    while !cancellation.isCancelled {
      let made: [MadePart<Value>] = ThreadPool.shared.map(Array(numbers), cancellation) { number in
        part(number, of: path, in: file, only: names).map { part in
          MadePart(values: make(part), isLast: part.storedCount < Self.maxEntries)
        } ?? MadePart(values: [], isLast: true)
      }
      for part in made {
        values += part.values
        // What comes after it was stored when there were more photos.
        if part.isLast { return values }
      }
      numbers = numbers.upperBound..<numbers.upperBound + ThreadPool.maxMapThreads
    }
    return values
  }

  private struct MadePart<Value: Sendable> {
    let values: [Value]
    let isLast: Bool
  }

  /// A file for the greys of many photos; nil where there can't be one.
  func makeGreysFile() -> GreysFile? { GreysFile(in: folder) }

  /// One of a folder's files; nil if it isn't there, or can't be used.
  private func part(
    _ number: Int, of path: [UInt8], in file: GreysFile?, only names: Set<[UInt8]>? = nil
  ) -> TraitsRecord? {
    let key = Self.key(path, number)
    guard let folder = try? OpenFolder.openPrivate(folder),
      let bytes = try? folder.read(Self.name(key), limit: Self.maxFileBytes),
      let part = TraitsRecord(bytes, of: key, in: file, only: names)
    else { return nil }
    folder.touch(Self.name(key))
    return part
  }

  /// Stores a folder's record in place of the one before.
  func store(_ record: TraitsRecord, of path: [UInt8]) {
    guard let folder = try? OpenFolder.makePrivate(folder) else { return }
    for (number, part) in record.parts(of: Self.maxEntries).enumerated() {
      let key = Self.key(path, number)
      let bytes = part.bytes(of: key)
      guard bytes.count <= Self.maxFileBytes,
        (try? folder.replace(
          Self.name(key), with: bytes, by: CacheFolder.Names.random(), in: folder)) != nil
      else { break }
    }
    CacheFolder(self.folder, .digests).removeOldest(above: Self.maxBytes) { $0.size }
  }

  /// What was kept by a key that isn't a folder's; nil if there is nothing, or more than `limit`
  /// bytes of it.
  func kept(_ key: [UInt8], limit: Int) -> [UInt8]? {
    guard let folder = try? OpenFolder.openPrivate(folder),
      let bytes = try? folder.read(Self.name(key), limit: limit)
    else { return nil }
    folder.touch(Self.name(key))
    return bytes
  }

  /// Keeps bytes by a key that isn't a folder's.
  func keep(_ bytes: [UInt8], _ key: [UInt8]) {
    guard let folder = try? OpenFolder.makePrivate(folder) else { return }
    _ = try? folder.replace(Self.name(key), with: bytes, by: CacheFolder.Names.random(), in: folder)
    CacheFolder(self.folder, .digests).removeOldest(above: Self.maxBytes) { $0.size }
  }

  /// What stands for a folder in one of its files; no path has a zero byte.
  private static func key(_ path: [UInt8], _ number: Int) -> [UInt8] {
    number == 0 ? path : path + [0] + Array("\(number)".utf8)
  }

  private static func name(_ path: [UInt8]) -> FilePath.Component {
    var hash = SHA256()
    hash.update(path)
    return FilePath.Component(Digest(hash).hexadecimal)!
  }
}
