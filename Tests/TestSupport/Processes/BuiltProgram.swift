import Glibc
package import SystemPackage

/// The `collage` program that was built together with the tests.
package enum BuiltProgram {
  /// The program's path: `COLLAGE_PROGRAM` of the environment, else `collage` beside the running
  /// test bundle or benchmark, where a build puts both.
  ///
  /// If there is no program, the first use ends the run with a message.
  package static let path: FilePath = {
    let chosen = unsafe getenv("COLLAGE_PROGRAM").map { unsafe FilePath(platformString: $0) }
    let path = chosen ?? Self.path(of: "collage")
    guard let file = try? path.stat(), file.type == .regular else {
      fatalError(
        "no program at \(path); build the product 'collage', or set COLLAGE_PROGRAM to an absolute path"
      )
    }
    return path
  }()

  /// Where the build put another program of the package.
  package static func path(of name: String) -> FilePath {
    let running = (try? FilePath("/proc/self/exe").readLink()) ?? ""
    return running.removingLastComponent().appending(name)
  }

  /// The program with these arguments, ready to be changed or run; the parameters are those of
  /// `ChildProcess`.
  package static func command(
    _ arguments: [String], in folder: TemporaryFolder, standardInput: StandardInput = .empty
  ) -> ChildProcess {
    ChildProcess(path, arguments, in: folder.path, standardInput: standardInput)
  }

  /// The program with arguments that need not be UTF-8.
  package static func command(
    rawArguments: [[UInt8]], in folder: TemporaryFolder, standardInput: StandardInput = .empty
  ) -> ChildProcess {
    ChildProcess(path, rawArguments: rawArguments, in: folder.path, standardInput: standardInput)
  }

  /// Runs the program to its end in the folder, which is also its home.
  ///
  /// Throws `Errno` if it can't be started.
  package static func run(
    _ arguments: String..., in folder: TemporaryFolder, standardInput: StandardInput = .empty
  ) throws -> Outcome {
    try command(arguments, in: folder, standardInput: standardInput).run()
  }
}
