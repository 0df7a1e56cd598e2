import FoundationEssentials
import Glibc
import SystemPackage
import TestSupport

/// The programs that are installed, and the surroundings in which all programs run: the user's `PATH` and `HOME`, and
/// nothing else that could change how one of them works.
struct InstalledTools {
  private let folders: [FilePath]
  private let environment: [String: String]

  init() {
    let own = ProcessInfo.processInfo.environment
    let path = own["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    folders = path.split(separator: ":").map { FilePath(String($0)) }
    environment = ["PATH": path, "HOME": own["HOME"] ?? "/", "LANG": "C.UTF-8"]
  }

  /// The program that a shell would run; nil when there is none of this name.
  func find(_ name: String) -> FilePath? {
    folders.map { $0.appending(name) }.first { path in
      guard let file = try? path.stat(), file.type == .regular else { return false }
      return unsafe path.withPlatformString { unsafe access($0, X_OK) } == 0
    }
  }

  func command(_ program: FilePath, _ arguments: [String], in folder: FilePath) -> ChildProcess {
    ChildProcess(program, arguments, in: folder, environment: environment, timeLimit: .seconds(600))
  }

  /// The lines that a program prints; nil when it can't be run or fails.
  func output(of program: FilePath, _ arguments: [String]) -> [String]? {
    guard let outcome = try? command(program, arguments, in: "/").run(), outcome.exitCode == 0 else {
      return nil
    }
    return outcome.output.split(separator: "\n").map(String.init)
  }
}
