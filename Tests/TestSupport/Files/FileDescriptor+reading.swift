package import SystemPackage

extension FileDescriptor {
  /// All bytes from here to the end, for which it waits. Throws `Errno`.
  package func readToEnd() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while case let count = try unsafe chunk.withUnsafeMutableBytes({ try unsafe read(into: $0) }),
      count > 0
    {
      bytes += chunk.prefix(count)
    }
    return bytes
  }
}
