package import SystemPackage

/// A program, and how to run it.
package struct ChildProcess: Sendable {
  package var program: FilePath
  /// The arguments after the program's name, as bytes without NUL.
  package var arguments: [[UInt8]]
  /// The working directory.
  package var folder: FilePath
  /// The whole environment; nothing is inherited.
  package var environment: [String: String]
  package var standardInput: StandardInput
  /// After this time the process and its process group are killed.
  package var timeLimit: Duration

  /// - Parameters:
  ///   - program: An absolute path; it is not searched for.
  ///   - folder: The working directory.
  ///   - environment: The whole environment; by default `cleanEnvironment(home: folder)`.
  package init(
    _ program: FilePath, rawArguments: [[UInt8]], in folder: FilePath,
    environment: [String: String]? = nil,
    standardInput: StandardInput = .empty, timeLimit: Duration = .seconds(120)
  ) {
    self.program = program
    self.arguments = rawArguments
    self.folder = folder
    self.environment = environment ?? Self.cleanEnvironment(home: folder)
    self.standardInput = standardInput
    self.timeLimit = timeLimit
  }

  /// A program with arguments in UTF-8.
  package init(
    _ program: FilePath, _ arguments: [String] = [], in folder: FilePath,
    environment: [String: String]? = nil,
    standardInput: StandardInput = .empty, timeLimit: Duration = .seconds(120)
  ) {
    self.init(
      program, rawArguments: arguments.map { Array($0.utf8) }, in: folder, environment: environment,
      standardInput: standardInput, timeLimit: timeLimit)
  }

  /// The least that programs expect: `PATH` with the system's folders, `HOME`, and `LANG=C.UTF-8`.
  package static func cleanEnvironment(home: FilePath) -> [String: String] {
    ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home.string, "LANG": "C.UTF-8"]
  }

  /// Runs the program to its end.
  ///
  /// Throws `Errno` if it can't be started; anything later is in the outcome.
  package func run() throws -> Outcome { try start().wait() }

  /// Starts the program and returns at once.
  ///
  /// With `readingOutput` false its standard output is a pipe that nobody reads: the first write to
  /// it raises SIGPIPE. Throws `Errno` when the program could not be started.
  package func start(readingOutput: Bool = true) throws -> RunningProcess {
    try RunningProcess(self, readingOutput: readingOutput)
  }
}
