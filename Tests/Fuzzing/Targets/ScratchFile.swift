import PhotoCodecs
import Synchronization
import SystemPackage
import TestSupport

/// A file without a name, which holds the bytes of one run after the other.
private let scratchFile = Mutex<FileDescriptor?>(nil)

/// A photo of these bytes. One at a time is there.
func withPhoto(_ bytes: [UInt8], _ body: (borrowing PhotoFile) throws(BrokenPromise) -> Void) throws {
  try scratchFile.withLock { scratch in
    let file = try scratch ?? createFile()
    scratch = file
    try file.resize(to: Int64(bytes.count))
    try file.writeAll(toAbsoluteOffset: 0, bytes)
    try body(PhotoFile.open(FilePath("/proc/self/fd/\(file.rawValue)")))
  }
}

private func createFile() throws -> FileDescriptor {
  let folder = try TemporaryFolder()
  let path = try folder.write([], to: "photo")
  defer { withExtendedLifetime(folder) {} }
  return try FileDescriptor.open(path, .readWrite)
}
