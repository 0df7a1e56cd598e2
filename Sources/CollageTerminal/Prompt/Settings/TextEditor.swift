internal import CProcess
internal import Files
internal import Glibc
package import SystemPackage

/// The user's editor of texts, on the terminal of this program.
package enum TextEditor {
  /// Whether one can be started: the user named one, or there is a terminal for `vi`.
  package static var isPossible: Bool {
    let isNamed = ["VISUAL", "EDITOR"].contains { Environment[$0]?.isEmpty == false }
    return isNamed || isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// Opens a file in `$VISUAL`, else `$EDITOR`, else `vi`, and waits until it is closed.
  ///
  /// - Returns: whether the editor says that all went well.
  package static func edit(_ file: FilePath) throws(Errno) -> Bool {
    // A process that is started has no standard input and output; the shell gives it ours. What a
    // variable names may have arguments.
    let script =
      "exec <&3 >&4 2>&5 3<&- 4>&- 5>&-; eval \"exec ${VISUAL:-${EDITOR:-vi}} \\\"\\$1\\\"\""
    let words = ["/bin/sh", "-c", script, "sh"]
    let files = try [FileDescriptor.standardInput, .standardOutput, .standardError].map {
      descriptor throws(Errno) in try FileSystem.copy(of: descriptor, from: 10)
    }
    defer { for file in files { close(file) } }
    var id: pid_t = 0
    var arguments = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(file.withPlatformString { unsafe strdup($0) })
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let failure = unsafe arguments.withUnsafeBufferPointer { arguments in
      unsafe files.withUnsafeBufferPointer { files in
        var editor = unsafe cprocess_child()
        unsafe editor.program = UnsafePointer(arguments[0])
        unsafe editor.arguments = arguments.baseAddress
        unsafe editor.files = files.baseAddress
        unsafe editor.file_count = Int32(files.count)
        return unsafe cprocess_spawn(&id, &editor)
      }
    }
    if failure != 0 { throw Errno(rawValue: failure) }
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0 {
      if errno != EINTR { return false }
    }
    return status == 0
  }
}
