import Glibc
import SystemPackage

/// The running benchmark program.
enum ThisExecutable {
  /// A path for starting the program again: in a child process, before `exec`, it still names this program.
  static let path: FilePath = "/proc/self/exe"

  /// The folder of the program's file.
  static var folder: FilePath {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    _ = unsafe path.withPlatformString { unsafe readlink($0, &target, Int(PATH_MAX)) }
    return FilePath(platformString: target).removingLastComponent()
  }
}
