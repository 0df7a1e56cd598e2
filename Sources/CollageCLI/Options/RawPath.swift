internal import ArgumentParser
internal import CollageKit
internal import SystemPackage
internal import LineEditing

/// A path as an argument, byte for byte.
struct RawPath: ExpressibleByArgument, Hashable {
  let path: FilePath

  init(_ path: FilePath) { self.path = path }

  /// Nil for an empty argument, which no file can have as its name.
  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    path = FilePath(bytes: LosslessText.bytes(of: argument))
  }

  static var defaultCompletionKind: CompletionKind { .file() }
}
