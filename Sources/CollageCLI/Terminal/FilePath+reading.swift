internal import Files
internal import SystemPackage

extension FilePath {
  /// All bytes of this file, or of standard input for "-".
  ///
  /// - Throws: `fileTooLarge` when there are more than `limit`.
  func readToEnd(limit: Int) throws(Errno) -> [UInt8] {
    if self == "-" { return try FileDescriptor.standardInput.readToEnd(limit: limit) }
    let file = try FileSystem.opened(self)
    defer { try? file.close() }
    return try file.readToEnd(limit: limit)
  }
}
