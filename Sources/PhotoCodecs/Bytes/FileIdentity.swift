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
///
/// A change of the name, owner or permissions alone makes another identity, too: only the time of
/// that can't be set by programs, which may put size and modification time back.
package struct FileIdentity: Hashable, Sendable {
  package let file: FileID
  /// The size in bytes.
  package let size: Int
  /// When it was last modified.
  package let modified: FileTime
  /// When its bytes, name, owner or permissions last changed.
  package let changed: FileTime

  package init(_ stat: Stat) {
    file = FileID(stat)
    size = Int(stat.size)
    modified = FileTime(stat.rawValue.st_mtim)
    changed = FileTime(stat.rawValue.st_ctim)
  }

  /// The identity with these numbers, of which those of the device and of the file are bit
  /// patterns.
  package init(device: Int, inode: Int, size: Int, modified: FileTime, changed: FileTime) {
    file = FileID(
      device: UInt64(bitPattern: Int64(device)), inode: UInt64(bitPattern: Int64(inode)))
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// Whether it is the same file with the same bytes, as far as size and modification time tell:
  /// for an open file, whose name, owner and permissions may change while it is read.
  package func hasSameContent(as other: FileIdentity) -> Bool {
    file == other.file && size == other.size && modified == other.modified
  }

  /// How many numbers an identity has.
  package static let numberCount = 7

  /// The identity with these numbers: device, inode, size, and the seconds and nanoseconds of both
  /// times.
  package init(numbers: [Int]) {
    precondition(numbers.count == Self.numberCount)
    file = FileID(
      device: UInt64(bitPattern: Int64(numbers[0])), inode: UInt64(bitPattern: Int64(numbers[1])))
    size = numbers[2]
    modified = FileTime(timespec(tv_sec: numbers[3], tv_nsec: numbers[4]))
    changed = FileTime(timespec(tv_sec: numbers[5], tv_nsec: numbers[6]))
  }

  /// The numbers that make the same identity again.
  package var numbers: [Int] {
    [
      Int(truncatingIfNeeded: file.device), Int(truncatingIfNeeded: file.inode), size,
      modified.seconds, modified.nanoseconds, changed.seconds, changed.nanoseconds,
    ]
  }

  /// An identity that belongs to no file, for what stands in for one; the same number gives the
  /// same identity.
  package init(ofNoFile number: UInt64) {
    file = FileID(device: 0, inode: number)
    size = 0
    modified = FileTime(timespec())
    changed = modified
  }
}
