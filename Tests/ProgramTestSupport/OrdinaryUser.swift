import Glibc
import SystemPackage
package import TestSupport

/// Runs programs as a user to whom permissions apply.
package enum OrdinaryUser {
  /// Takes from the superuser the right to read and write everything.
  private static let setpriv = [
    "/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search", "--",
  ]

  /// False for a superuser who can't give up the right to read everything; tests about permissions
  /// can't run then.
  package static let isPossible: Bool = {
    guard geteuid() == 0 else { return true }
    let command = ChildProcess(FilePath(setpriv[0]), setpriv.dropFirst() + ["/bin/true"], in: "/")
    return (try? command.run().exitCode) == 0
  }()

  package static func run(_ command: ChildProcess) throws -> Outcome {
    try Self.command(command).run()
  }

  package static func command(_ command: ChildProcess) -> ChildProcess {
    guard geteuid() == 0 else { return command }
    var command = command
    command.arguments =
      setpriv.dropFirst().map { Array($0.utf8) } + [command.program.platformBytes]
      + command.arguments
    command.program = FilePath(setpriv[0])
    return command
  }
}
