import FoundationEssentials
import SystemPackage
import TestSupport

/// Finds installed programs and runs them in an environment with only the user's `PATH` and `HOME`,
/// so that no other variable affects the results.
struct InstalledTools {
  private let folders: [FilePath]
  private let environment: [String: String]
  /// Python interpreters with libraries of their own, such as those of virtual environments.
  private let otherPythons: [FilePath]

  init(pythons: [FilePath]) {
    otherPythons = pythons
    let own = ProcessInfo.processInfo.environment
    let path = own["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    folders = path.split(separator: ":").map { FilePath(String($0)) }
    environment = ["PATH": path, "HOME": own["HOME"] ?? "/", "LANG": "C.UTF-8"]
  }

  /// The program that a shell would run; nil if there is none with this name.
  func find(_ name: String) -> FilePath? {
    folders.map { $0.appending(name) }.first {
      FileManager.default.isExecutableFile(atPath: $0.string)
    }
  }

  func command(_ program: FilePath, _ arguments: [String], in folder: FilePath) -> ChildProcess {
    ChildProcess(program, arguments, in: folder, environment: environment, timeLimit: .seconds(600))
  }

  /// The first line that a program prints; nil if it can't be run or fails.
  func output(of program: FilePath, _ arguments: [String]) -> String? {
    guard let outcome = try? command(program, arguments, in: "/").run(), outcome.exitCode == 0
    else { return nil }
    return outcome.output.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// The interpreter of the first `python3`, without a wrapper script, whose time must not be
  /// counted, and those that were named.
  var pythons: [FilePath] {
    let first = find("python3").flatMap {
      output(of: $0, ["-c", "import sys; print(sys.executable)"])
    }
    return [first.map { FilePath($0) }].compactMap(\.self) + otherPythons
  }
}

extension ChildProcess {
  /// Runs the process and waits for its end.
  ///
  /// - Throws: `BenchmarkError.failed`, with this name, if it does not exit with 0.
  func runToSuccess(as name: String) throws -> Outcome {
    let outcome = try run()
    guard outcome.exitCode == 0 else { throw BenchmarkError.failed(name, outcome) }
    return outcome
  }
}

extension FilePath {
  /// A path from the command line, made absolute, because programs are run in other working
  /// folders.
  init(fromUser path: String) {
    self = FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path))
  }
}
