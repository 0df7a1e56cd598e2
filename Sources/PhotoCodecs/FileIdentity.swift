internal import Glibc
package import SystemPackage

/// Which file this is and in which state. Equal identities mean equal bytes, unless a clock was set back.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  /// In bytes.
  package let size: Int
  /// Time of the last modification, in seconds since 1970, with `nanoseconds` added.
  package let seconds: Int
  package let nanoseconds: Int

  package init(_ stat: Stat) {
    device = UInt64(stat.deviceID.rawValue)
    inode = UInt64(stat.inode.rawValue)
    size = Int(stat.size)
    seconds = Int(stat.rawValue.st_mtim.tv_sec)
    nanoseconds = Int(stat.rawValue.st_mtim.tv_nsec)
  }

  /// The identity of no file, for what stands in for one; the same number gives the same identity.
  package init(ofNoFile number: UInt64) {
    device = 0
    inode = number
    size = 0
    seconds = 0
    nanoseconds = 0
  }

  /// Whether both are the same file on disk, whether or not it was written to in between.
  package func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode
  }
}
