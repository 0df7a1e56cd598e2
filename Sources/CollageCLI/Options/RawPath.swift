internal import ArgumentParser
internal import CollageKit
internal import SystemPackage
internal import LineEditing

/// A path as an argument, byte for byte.
struct RawPath: ExpressibleByArgument, Hashable {
  let path: FilePath
  /// Whether it ends in a slash, which only a folder's may.
  let namesFolder: Bool

  init(_ path: FilePath, namesFolder: Bool) {
    self.path = path
    self.namesFolder = namesFolder
  }

  /// Nil for an empty argument, which no file can have as its name.
  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self.init(FilePath(bytes: LosslessText.bytes(of: argument)), namesFolder: argument.hasSuffix("/"))
  }

  static var defaultCompletionKind: CompletionKind { .file() }
}
