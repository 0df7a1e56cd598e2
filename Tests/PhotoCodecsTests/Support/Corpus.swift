import SystemPackage
import TestSupport
import Testing

/// A collection of pictures that lies beside the repository on some machines, in
/// `../shared/corpus`. It is not ours to distribute, so tests that use it are skipped where it is
/// missing.
enum Corpus {
  static let folder = FilePath("\(#filePath)").removingLastComponent().appending(
    "../../../../shared/corpus"
  )
  .lexicallyNormalized()

  static let isPresent = (try? folder.appending("INDEX.tsv").stat()) != nil

  static let comment: Comment = "there is no folder ../shared/corpus beside the repository"

  /// The one with gain maps.
  static let gainMaps = folder.removingLastComponent().appending("corpus-hdr")

  static let hasGainMaps = (try? gainMaps.appending("INDEX.tsv").stat()) != nil

  static func bytes(of name: FilePath) throws -> [UInt8] {
    try Array(folder.pushing(name).contents())
  }

  /// A row of the index.
  struct Entry: Sendable, CustomTestStringConvertible {
    let path: FilePath
    /// What a decoder should make of it: "decodes", "damaged", "must-reject" and so on.
    let expected: String
    /// Bytes.
    let length: Int

    /// The first folder of the path.
    var set: String { String(path.string.prefix { $0 != "/" }) }

    var testDescription: String { path.string }
  }

  static let entries: [Entry] = {
    guard let text = try? String(decoding: bytes(of: "INDEX.tsv"), as: UTF8.self) else { return [] }
    return text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      return Entry(
        path: FilePath(String(fields[0])), expected: String(fields[5]), length: Int(fields[4]) ?? 0)
    }
  }()

  static let sets = Set(entries.map(\.set)).sorted()
}

extension FilePath {
  fileprivate func contents() throws -> [UInt8] {
    let file = try FileDescriptor.open(self, .readOnly, options: .closeOnExec)
    return try file.closeAfter {
      var bytes = [UInt8](repeating: 0, count: Int(try stat().size))
      let count = try unsafe bytes.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
      bytes.removeLast(bytes.count - count)
      return bytes
    }
  }
}
