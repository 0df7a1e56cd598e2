internal import CollageKit
internal import SystemPackage

extension FilePath {
  /// All bytes of this file, or of standard input for "-".
  ///
  /// - Parameters:
  ///   - limit: how many bytes there may be.
  ///   - name: what the file is to its reader, for the message.
  func readToEnd(limit: Int, as name: String) throws(CommandFailure) -> [UInt8] {
    do {
      if self == "-" { return try FileDescriptor.standardInput.readToEnd(limit: limit) }
      let descriptor = try FileDescriptor.open(self, .readOnly, options: .closeOnExec)
      return try descriptor.closeAfter { try descriptor.readToEnd(limit: limit) }
    } catch {
      let error = error as? Errno ?? .ioError
      throw CommandFailure(
        error == .ioError ? .inputOutput : .noInput, "\(displayed): reading the \(name) failed: \(error)")
    }
  }
}

extension FileDescriptor {
  fileprivate func readToEnd(limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = unsafe try piece.withUnsafeMutableBytes { unsafe try read(into: $0) }
      if count == 0 { return bytes }
      bytes += piece[..<count]
      if bytes.count > limit { throw Errno.fileTooLarge }
    }
  }
}
