import CDecoding
import PhotoCodecs
import Synchronization
import SystemPackage

/// A file in memory, which holds the bytes of one run after the other.
private let scratchFile = Mutex<FileDescriptor?>(nil)

/// A photo of these bytes. One at a time is there.
func withPhoto(_ bytes: [UInt8], _ body: (borrowing PhotoFile) throws(BrokenPromise) -> Void) throws
{
  try scratchFile.withLock { scratch in
    let file = scratch ?? FileDescriptor(rawValue: cdecoding_memory_file())
    scratch = file
    try file.resize(to: Int64(bytes.count))
    try file.writeAll(toAbsoluteOffset: 0, bytes)
    try body(PhotoFile.open(FilePath("/proc/self/fd/\(file.rawValue)")))
  }
}
