import Files
import SystemPackage

/// The running benchmark program.
enum ThisExecutable {
  /// A path for starting the program again: in a child process, before `exec`, it still names this program.
  static let path: FilePath = "/proc/self/exe"

  /// The folder of the program's file.
  static var folder: FilePath { (try? FileSystem.resolved(path))?.folder ?? "." }
}
