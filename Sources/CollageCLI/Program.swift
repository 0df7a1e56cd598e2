internal import ArgumentParser
internal import CProcess
internal import CollageKit
internal import Glibc

/// Where the program begins: reads the raw arguments, runs one command, and ends with the exit code that tells the truth.
@main
enum Program {
  /// What our deepest work needs of a stack, in bytes.
  private static let stackSize = 4 << 20

  static func main() {
    // A signal before this ends the program as it ends any other.
    cprocess_handle_signals()
    cprocess_fit_limits()
    StandardStreams.reserve()
    // A closed pipe and a full quota are errors to report, not deaths.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // The runtime finds the arguments with the help of /proc. Without the program's name there are none at all.
    guard CommandLine.argc > 0 else {
      StandardError.error(["the arguments can't be read; it takes /proc and a free file descriptor"])
      exit(ExitStatus.inputOutput.code)
    }
    unsafe cprocess_run_with_stack(
      stackSize, { @Sendable _ in exit(Program.run(CommandRouting.route(RawText.arguments)).code) }, nil)
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    do {
      if arguments == ["--version"] {
        // The argument parser would take as long as all the rest.
        try StandardOutput.answer([Version.current])
        return .done
      }
      var command = try parse(arguments)
      try command.run()
      return .done
    } catch let failure as CommandFailure {
      StandardError.error(failure.messages)
      return failure.status
    } catch {
      return report(error)
    }
  }

  private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    // Parsed as a program of its own, the command that scripts run thousands of times begins a millisecond earlier.
    if arguments.first == "make", let command = try? MakeCommand.parse(Array(arguments.dropFirst())) { return command }
    return try CollageCommand.parseAsRoot(arguments)
  }

  /// What the argument parser has to say: help and the like, or one line on what is wrong.
  private static func report(_ error: any Error) -> ExitStatus {
    guard CollageCommand.exitCode(for: error) != .success else {
      return StandardOutput.write(Array((CollageCommand.fullMessage(for: error) + "\n").utf8)) ? .done : .inputOutput
    }
    let sentence = CollageCommand.message(for: error).split(separator: "\n").first.map(String.init) ?? "\(error)"
    // Some of the argument parser's sentences end with a full stop.
    let words = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    StandardError.error(["\(words.displayedRaw); see '\(helpCommand(for: error))'"])
    return .usage
  }

  /// What tells more about the command that was meant, such as "collage make --help".
  private static func helpCommand(for error: any Error) -> String {
    // The last line of the argument parser's long message: See 'collage make --help' for more information.
    let advice = CollageCommand.fullMessage(for: error).split(separator: "\n").last { $0.contains("See '") }
    return advice?.split(separator: "'").dropFirst().first.map(String.init) ?? "collage help"
  }
}
