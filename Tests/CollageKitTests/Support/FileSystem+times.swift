import Files
import Glibc
import SystemPackage

@testable import CollageKit

extension FileSystem {
  /// Sets a file's clock to that of another.
  static func setModificationTime(of file: FileDescriptor, as stat: Stat) throws {
    let times = [stat.rawValue.st_atim, stat.rawValue.st_mtim]
    guard unsafe futimens(file.rawValue, times) == 0 else { throw Errno(rawValue: errno) }
  }
}

extension FilePath {
  /// Sets a file's modification time, in seconds since 1970.
  func setModified(seconds: Int) throws {
    let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    guard unsafe withPlatformString({ unsafe utimensat(AT_FDCWD, $0, times, 0) }) == 0 else {
      throw Errno(rawValue: errno)
    }
  }
}
