internal import CProcess
internal import Glibc
internal import SystemPackage

/// The desktop's own viewer of pictures, started through `xdg-open`.
enum DesktopViewer {
  /// Starts the viewer and discards its output. The process must be waited for.
  ///
  /// - Parameter path: absolute, so that it can't be taken for an option or a URL.
  static func start(showing path: FilePath) throws(Errno) -> pid_t {
    var id: pid_t = 0
    let failure = unsafe "xdg-open".withCString { program in
      unsafe path.withPlatformString { path in
        let arguments = unsafe [
          UnsafeMutablePointer(mutating: program), UnsafeMutablePointer(mutating: path), nil,
        ]
        return unsafe arguments.withUnsafeBufferPointer { arguments in
          var viewer = unsafe cprocess_child()
          unsafe viewer.program = program
          unsafe viewer.arguments = arguments.baseAddress
          unsafe viewer.has_own_session = true
          return unsafe cprocess_spawn(&id, &viewer)
        }
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
