import Glibc
import SystemPackage

/// This program itself.
enum OwnProgram {
  /// For starting it again; in a child that has not yet become another program it still means us.
  static let path: FilePath = "/proc/self/exe"

  /// The folder that it was started from.
  static var folder: FilePath {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    _ = unsafe path.withPlatformString { unsafe readlink($0, &target, Int(PATH_MAX)) }
    return FilePath(platformString: target).removingLastComponent()
  }
}
