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
      let arguments = try CommandRouting.route(arguments.separatingMarkedValues)
      try CommandRouting.checkOptions(arguments)
      if arguments == ["--version"] {
        // The argument parser alone would take as long as everything else together.
        try StandardOutput.answer([Version.current])
        return .done
      }
      var command = try parse(arguments)
      try applyDecoderVariable()
      try command.run()
      return .done
    } catch let error as any CommandError {
      // If the work took long to stop, the handler may have printed the message already.
      if !error.status.isSignalled || cprocess_claim_message() {
        StandardError.error(error.messages)
      }
      return error.status
    } catch {
      return report(error, arguments)
    }
  }

  private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    if arguments.first == CommandRouting.generateOption {
      return try GenerateCommand.parse(Array(arguments.dropFirst()))
    }
    // Scripts run `make` thousands of times, and parsing it as a root command saves a millisecond.
    if arguments.first == "make", let command = try? MakeCommand.parse(Array(arguments.dropFirst()))
    {
      return command
    }
    return try CollageCommand.parseAsRoot(arguments)
  }

  /// `$COLLAGE_DECODERS`: "plain" turns off our own fast paths for decoding JPEGs and PNGs, in case
  /// they are to blame for a problem.
  private static func applyDecoderVariable() throws(CommandFailure) {
    guard let value = Environment["COLLAGE_DECODERS"] else { return }
    guard value == "plain" else {
      throw CommandFailure(
        .usage,
        "COLLAGE_DECODERS: '\(value.displayedRaw)' is not a valid value; set it to plain, or unset it"
      )
    }
    PhotoDecoder.useLibrariesAlone()
  }

  /// Prints what the argument parser reports: help and the like, or an error on one line.
  private static func report(_ error: any Error, _ arguments: [String]) -> ExitStatus {
    guard CollageCommand.exitCode(for: error) != .success else {
      return StandardOutput.write(Array((CollageCommand.fullMessage(for: error) + "\n").utf8))
        ? .done : .inputOutput
    }
    let message = abridged(CollageCommand.message(for: error), quoting: arguments)
    let help = helpCommand(for: error)
    let sentence = OptionSynonyms.corrected(sentence(of: message), help: help)
    let advice = sentence.hasSuffix("?") ? " See '\(help)'." : "; see '\(help)'"
    StandardError.error([sentence.displayedWhole + advice])
    return .usage
  }

  /// The argument parser's message on one line, with a reason if it gives none.
  private static func sentence(of message: String) -> String {
    // Longer lists of values have a line for each.
    let message = message.replacing(":\n  - ", with: ": ").replacing("\n  - ", with: ", ")
    let sentence = message.split(separator: "\n").first.map(String.init) ?? message
    if sentence.hasPrefix("The value '' is "), sentence.hasSuffix("'") {
      return sentence + ": it is empty"
    }
    // Some messages end with a full stop.
    return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  /// The message, quoting at most 80 characters of each word of the command line and no line
  /// breaks, because the reason after them would be missed.
  private static func abridged(_ message: String, quoting arguments: [String]) -> String {
    let words = arguments.flatMap { [$0] + $0.parts(at: "=", maxSplits: 1).dropFirst() }
    let maxLength = 80
    // Compares bytes: a combining mark at the beginning of a word forms one character with the
    // quote before it.
    let bytes = words.reduce(Array(message.utf8)) { message, word in
      let length = word.unicodeScalars.count
      guard length > maxLength || word.unicodeScalars.contains(where: \.isNewline),
        word.utf8.count < message.count
      else {
        return message
      }
      let start = word.unicodeScalars.prefix(maxLength).map { $0.isNewline ? " " : $0 }
      let line = String(String.UnicodeScalarView(start)) + (length > maxLength ? "…" : "")
      return message.replacing(Array(word.utf8), with: Array(line.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The command that shows help on what was typed, such as "collage make --help".
  private static func helpCommand(for error: any Error) -> String {
    // The last line of the argument parser's long message: See 'collage make --help' for more
    // information.
    let advice = CollageCommand.fullMessage(for: error).split(separator: "\n").last {
      $0.contains("See '")
    }
    return advice?.split(separator: "'").dropFirst().first.map(String.init) ?? "collage help"
  }
}

extension Unicode.Scalar {
  fileprivate var isNewline: Bool { Character(self).isNewline }
}

extension [String] {
  /// The arguments, with an option separated from a value that begins with a combining mark, as in
  /// `--title=` followed by an accent: the argument parser would take the equals sign and the mark
  /// for one character.
  fileprivate var separatingMarkedValues: [String] {
    let end = firstIndex(of: "--") ?? endIndex
    return self[..<end].flatMap { word in
      let parts = word.parts(at: "=", maxSplits: 1)
      guard word.hasPrefix("-"), parts.count == 2, let first = parts[1].unicodeScalars.first,
        "=\(first)".count == 1,
        // Anything else is a text, such as a title.
        parts[0].utf8.allSatisfy({
          ("a"..."z").contains(Unicode.Scalar($0)) || $0 == UInt8(ascii: "-")
        })
      else { return [word] }
      return parts
    } + self[end...]
  }
}
