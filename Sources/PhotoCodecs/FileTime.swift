package import Glibc

/// A moment as a file system has it: some of its years are beyond what nanoseconds in an `Int` can
/// count.
package struct FileTime: Hashable, Comparable, Sendable {
  /// Since 1970, UTC.
  package let seconds: Int
  /// After these seconds.
  package let nanoseconds: Int

  package init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }

  package static func < (first: FileTime, second: FileTime) -> Bool {
    (first.seconds, first.nanoseconds) < (second.seconds, second.nanoseconds)
  }
}
