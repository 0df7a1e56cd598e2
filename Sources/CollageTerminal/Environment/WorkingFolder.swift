internal import Files
package import SystemPackage

/// The folder to which relative paths are relative.
package enum WorkingFolder {
  /// The absolute path; unchanged if the working folder is unknown.
  package static func absolute(_ path: FilePath) -> FilePath {
    FilePath.workingFolder?.pushing(path) ?? path
  }
}
