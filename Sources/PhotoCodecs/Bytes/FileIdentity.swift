internal import Glibc
package import SystemPackage

/// Identifies a file or folder, whatever names and links lead to it.
package struct FileID: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64

  package init(_ stat: Stat) {
    self.init(device: UInt64(stat.deviceID.rawValue), inode: UInt64(stat.inode.rawValue))
  }

  fileprivate init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }
}

/// Identifies a file and its state. Equal identities mean equal bytes, unless a clock was set back.
package struct FileIdentity: Hashable, Sendable {
  package let file: FileID
  /// The size in bytes.
  package let size: Int
  /// When it was last modified.
  package let modified: FileTime

  package init(_ stat: Stat) {
    file = FileID(stat)
    size = Int(stat.size)
    modified = FileTime(stat.rawValue.st_mtim)
  }

  /// The identity with these numbers: device, inode, size, seconds and nanoseconds.
  package init(numbers: [Int]) {
    precondition(numbers.count == 5)
    file = FileID(
      device: UInt64(bitPattern: Int64(numbers[0])), inode: UInt64(bitPattern: Int64(numbers[1])))
    size = numbers[2]
    modified = FileTime(timespec(tv_sec: numbers[3], tv_nsec: numbers[4]))
  }

  /// The numbers that make the same identity again.
  package var numbers: [Int] {
    [
      Int(truncatingIfNeeded: file.device), Int(truncatingIfNeeded: file.inode), size,
      modified.seconds, modified.nanoseconds,
    ]
  }

  /// An identity that belongs to no file, for what stands in for one; the same number gives the
  /// same identity.
  package init(ofNoFile number: UInt64) {
    file = FileID(device: 0, inode: number)
    size = 0
    modified = FileTime(timespec())
  }
}
