internal import ArgumentParser
internal import Files
internal import SystemPackage
internal import LineEditing

/// A path as an argument, byte for byte.
struct RawPath: ExpressibleByArgument, Hashable {
  let path: FilePath
  /// The bytes as they were typed; `FilePath` merges repeated slashes.
  let bytes: [UInt8]
  /// Whether it ends in a slash, which only the name of a folder may.
  let namesFolder: Bool

  /// Nil for an empty argument: no file has an empty name.
  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    bytes = LosslessText.bytes(of: argument)
    path = FilePath(bytes: bytes)
    namesFolder = argument.hasSuffix("/")
  }

  static var defaultCompletionKind: CompletionKind { .file() }
}
