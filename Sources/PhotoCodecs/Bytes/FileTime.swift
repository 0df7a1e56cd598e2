package import Glibc

/// A moment as file systems store it: they have years that nanoseconds in an `Int` can't count.
package struct FileTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970, UTC.
  package let seconds: Int
  /// Nanoseconds after these seconds.
  package let nanoseconds: Int

  package init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }

  package init(seconds: Int, _ nanoseconds: Int) {
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  package static func < (first: FileTime, second: FileTime) -> Bool {
    (first.seconds, first.nanoseconds) < (second.seconds, second.nanoseconds)
  }
}
