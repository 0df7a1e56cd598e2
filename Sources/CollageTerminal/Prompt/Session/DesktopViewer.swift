internal import Glibc
internal import SystemPackage

/// The desktop's own viewer of pictures, started through `xdg-open`.
enum DesktopViewer {
  /// Makes a new session for the child: POSIX_SPAWN_SETSID, which Swift doesn't import.
  private static let newSession: Int16 = 0x80

  /// Starts the viewer and discards its output. The process must be waited for.
  ///
  /// - Parameter path: absolute, so that it can't be taken for an option or a URL.
  static func start(showing path: FilePath) throws(Errno) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor in STDIN_FILENO...STDERR_FILENO {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // The prompt blocks and handles signals that the viewer must receive as usual.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | newSession)
    var id: pid_t = 0
    let program = "xdg-open"
    let failure = unsafe program.withCString { name in
      unsafe path.withPlatformString { path in
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [
          UnsafeMutablePointer(mutating: name), UnsafeMutablePointer(mutating: path), nil,
        ]
        return unsafe posix_spawnp(&id, name, &actions, &attributes, &arguments, environ)
      }
    }
    if failure != 0 { throw Errno(rawValue: failure) }
    return id
  }

  /// Waits until it has ended; returns whether it could show the picture.
  static func succeeded(_ id: pid_t) -> Bool {
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0 {
      if errno != EINTR { return true }
    }
    return status == 0
  }
}
