internal import ArgumentParser
internal import CollageTerminal
internal import CProcess
internal import CollageKit
internal import PhotoCodecs
internal import SafeText
internal import Glibc

/// The program's entry point: reads the raw arguments, runs one command, and exits with the status
/// of its outcome.
package enum Program {
  /// The stack that the deepest recursion needs, in bytes.
  private static let stackSize = 4 << 20

  package static func main() {
    SandboxWorker.becomeWorkerIfAsked()
    FontFinder.becomeFinderIfAsked()
    // A signal that arrives before this ends the program in the default way.
    cprocess_handle_signals()
    cprocess_fit_limits()
    StandardStreams.reserve()
    // A closed pipe and a full quota are reported as errors and must not kill the program.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // If SIGCHLD is ignored, children vanish when they end, and their exit status is lost.
    signal(SIGCHLD, SIG_DFL)
    // The Swift runtime reads the arguments from /proc. If even the program's name is missing, that
    // has failed.
    guard CommandLine.argc > 0 else {
      StandardError.error([
        "the arguments can't be read; this needs /proc and a free file descriptor"
      ]
      )
      exit(ExitStatus.inputOutput.code)
    }
    unsafe cprocess_run_with_stack(
      stackSize, { @Sendable _ in exit(Program.run(RawText.arguments).code) }, nil)
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    do {
      if arguments.first == Completer.option {
        try StandardOutput.answer(CompletionAnswer.bytes(Array(arguments.dropFirst())))
        return .done
      }
      if arguments == ["--version"] {
        // The argument parser alone would take as long as everything else together.
        try StandardOutput.answer([Version.current])
        return .done
      }
      if arguments.sorted() == ["--json", "--version"] {
        try StandardOutput.answer([VersionAnswer.report.json])
        return .done
      }
      if arguments.first == CommandRouting.help {
        let words = Array(arguments.dropFirst())
        if let lines = HelpTopics.lines(words) {
          try StandardOutput.answer(lines)
          return .done
        }
        try HelpTopics.check(words)
      }
      var command = try command(arguments)
      try applyDecoderVariable()
      try SandboxOptions.apply(arguments)
      // As setlocale(3) has it.
      let locale = Environment["LC_ALL"] ?? Environment["LC_TIME"] ?? Environment["LANG"]
      DateLanguage.setOfUser(locale)
      try command.run()
      return .done
    } catch let error as any CommandError {
      // If the work took long to stop, the handler may have printed the message already.
      if !error.status.isSignalled || cprocess_claim_message() {
        StandardError.error(error.messages)
      }
      return error.status
    } catch {
      return print(
        ParserReport(error: error, arguments: arguments, helpOnOption: HelpTopics.command))
    }
  }

  private static func command(_ arguments: [String]) throws -> any ParsableCommand {
    if let find = FindCommand(wordsAlone: arguments) { return find }
    if let make = MakeCommand(pathsAlone: arguments) { return make }
    let arguments = try CommandLineParser.prepared(arguments)
    return arguments.first == CommandRouting.generateOption
      ? try GenerateCommand.parse(Array(arguments.dropFirst()))
      : try CommandLineParser.command(arguments)
  }

  /// `$COLLAGE_DECODERS`: "plain" turns off our own fast paths for decoding JPEGs and PNGs, in case
  /// they are to blame for a problem.
  private static func applyDecoderVariable() throws(CommandFailure) {
    guard let value = Environment["COLLAGE_DECODERS"] else { return }
    guard value == "plain" else {
      throw CommandFailure(
        .usage,
        "COLLAGE_DECODERS: '\(value.displayedRaw)' is not a valid value; set it to plain, or unset "
          + "it"
      )
    }
    PhotoDecoder.useLibrariesAlone()
  }

  /// Prints what the argument parser reports.
  private static func print(_ report: ParserReport) -> ExitStatus {
    guard let answer = report.shortHelp ?? report.programHelp ?? report.answer else {
      StandardError.error([report.message])
      return .usage
    }
    return StandardOutput.write(Array((answer + "\n").utf8)) ? .done : .inputOutput
  }
}

extension ParserReport {
  /// Help on one screen, where help was asked for and the whole is longer; nil for anything else.
  fileprivate var shortHelp: String? {
    guard !arguments.contains(CommandLineParser.wholeHelp) else { return nil }
    return explained.flatMap { ShortHelp($0) }?.text
  }

  /// Help on the whole program.
  fileprivate var programHelp: String? {
    guard let answer, explained?.names.count == 1,
      arguments.first != CommandRouting.generateOption
    else { return nil }
    return ProgramHelp.text(answer)
  }

  /// The command that help is on; nil where none was asked for.
  private var explained: CommandPath? {
    guard answer?.hasPrefix("OVERVIEW: ") == true,
      let words = try? CommandLineParser.prepared(arguments)
    else { return nil }
    return CommandPath.program.named(by: words.drop { $0 == CommandRouting.help })
  }
}
