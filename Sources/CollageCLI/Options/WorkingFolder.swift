internal import Files
internal import SystemPackage

/// The folder to which relative paths are relative.
enum WorkingFolder {
  /// The absolute path; unchanged if the working folder is unknown.
  static func absolute(_ path: FilePath) -> FilePath {
    FilePath.workingFolder?.pushing(path) ?? path
  }
}
