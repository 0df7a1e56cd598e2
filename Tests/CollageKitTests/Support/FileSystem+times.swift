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
