internal import Files
package import SystemPackage

/// The folder that relative paths start from.
package enum WorkingFolder {
  /// The path from the root of the file system; unchanged when the working folder is unknown.
  package static func absolute(_ path: FilePath) -> FilePath {
    FilePath.workingFolder?.pushing(path) ?? path
  }
}
