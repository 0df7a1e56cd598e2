internal import Glibc
package import SystemPackage

/// Which file this is and in what state: the same identity means the same bytes, short of somebody setting clocks back.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  /// Bytes.
  package let size: Int
  /// Of the last modification, since 1970.
  package let seconds: Int
  package let nanoseconds: Int

  package init(_ stat: Stat) {
    device = UInt64(stat.deviceID.rawValue)
    inode = UInt64(stat.inode.rawValue)
    size = Int(stat.size)
    seconds = Int(stat.rawValue.st_mtim.tv_sec)
    nanoseconds = Int(stat.rawValue.st_mtim.tv_nsec)
  }

  /// Whether both are one file on disk, whatever was written to it in between.
  package func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode
  }
}
