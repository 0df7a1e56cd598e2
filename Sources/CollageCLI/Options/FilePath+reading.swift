internal import CollageKit
internal import CollageTerminal
internal import Files
internal import SystemPackage

extension FilePath {
  /// All bytes of this file, or of standard input for "-".
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes.
  ///   - name: what the file is to its reader, for the message.
  func readToEnd(limit: Int, as name: String) throws(CommandFailure) -> [UInt8] {
    do throws(Errno) {
      if self == "-" { return try FileDescriptor.standardInput.readToEnd(limit: limit) }
      let file = try FileSystem.opened(self)
      defer { try? file.close() }
      return try file.readToEnd(limit: limit)
    } catch {
      throw CommandFailure(
        error == .ioError ? .inputOutput : .noInput,
        "\(displayed): reading the \(name) failed: \(error)")
    }
  }
}
