internal import SystemPackage

extension FilePath {
  /// All bytes of this file, or of standard input for "-".
  ///
  /// - Throws: `fileTooLarge` when there are more than `limit`.
  func readToEnd(limit: Int) throws(Errno) -> [UInt8] {
    do {
      if self == "-" { return try FileDescriptor.standardInput.readToEnd(limit: limit) }
      let descriptor = try FileDescriptor.open(self, .readOnly, options: .closeOnExec)
      return try descriptor.closeAfter { try descriptor.readToEnd(limit: limit) }
    } catch {
      throw error as? Errno ?? .ioError
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
