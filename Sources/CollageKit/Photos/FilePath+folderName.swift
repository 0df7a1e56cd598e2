internal import Files
internal import SystemPackage

extension FilePath {
  /// The name of the folder at this path; nil for the root.
  ///
  /// - Cost: asks the system what a path such as "." or "a/.." is called.
  var folderName: FilePath.Component? {
    if let name = lastComponent, name.kind == .regular { return name }
    return (try? FileSystem.resolved(self))?.lastComponent
  }
}
