import Glibc

/// The parts of glibc's `posix_spawn` that are not in POSIX.
///
/// They are in every glibc since 2.34, but Swift sees only what its headers show without
/// `_GNU_SOURCE`; so the functions are looked up by name, and the flag has the value from
/// <spawn.h>.
enum SpawnExtension {
  typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

  /// POSIX_SPAWN_SETSID: the child leads a new session.
  static let newSession: Int32 = 0x80

  /// The child's working directory from here on.
  static let addFolder = unsafe unsafeBitCast(
    address(of: "posix_spawn_file_actions_addchdir_np"),
    to: (@convention(c) (Actions, UnsafePointer<CChar>) -> Int32).self)

  /// The child closes this descriptor and all above it.
  static let addCloseFrom = unsafe unsafeBitCast(
    address(of: "posix_spawn_file_actions_addclosefrom_np"),
    to: (@convention(c) (Actions, Int32) -> Int32).self)

  private static func address(of function: String) -> UnsafeMutableRawPointer {
    guard let address = unsafe dlsym(dlopen(nil, RTLD_NOW), function) else {
      fatalError("the C library has no \(function); glibc 2.34 or later is needed")
    }
    return unsafe address
  }
}
