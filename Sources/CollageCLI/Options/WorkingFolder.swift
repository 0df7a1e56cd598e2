internal import Files
internal import SystemPackage

/// The folder that relative paths start from.
enum WorkingFolder {
  /// The path from the root of the file system; unchanged when the working folder is unknown.
  static func absolute(_ path: FilePath) -> FilePath {
    FilePath.workingFolder?.pushing(path) ?? path
  }
}
