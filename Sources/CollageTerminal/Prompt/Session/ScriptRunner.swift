internal import CollageKit
internal import LineEditing
internal import SystemPackage
internal import ReactiveTraits

/// The prompt without a terminal: reads commands, one per line, up to the first that fails. Skips
/// empty lines and lines that begin with #.
///
/// Everything runs on the calling thread, one command after the other.
final class ScriptRunner {
  private let session: PromptSession
  private let signals = SignalWatch(message: "interrupted; saved collages are kept", wakes: true)
  private let isQuiet: Bool

  init(
    _ maker: CollageMaker, destination: CollageDestination, opening: OpeningOptions, isQuiet: Bool
  ) {
    session = PromptSession(
      maker: maker, destination: destination, opening: opening, queue: .immediate,
      stop: signals.cancellation)
    self.isQuiet = isQuiet
  }

  /// Performs every line of standard input; prints the ids of saved collages.
  ///
  /// - Parameter commands: performed before the first line.
  func run(_ commands: [Command]) throws(CommandFailure) {
    defer { session.close() }
    let saved = try begin(commands)
    var input = LineReader(
      .standardInput, path: "standard input", waitForInput: SignalWatch.waitForInput)
    var number = 0
    while let line = try next(of: &input) {
      if let failure = signals.failure { throw failure }
      number += 1
      guard let command = try command(in: line, place: "line \(number): ") else { continue }
      // Nobody is there to confirm that unsaved photos may be lost.
      if command == .quit { return }
      try perform(command, place: "line \(number): ")
    }
    let selection = session.store.selection
    if selection.count > 0, selection != saved, !isQuiet {
      StandardError.error([PromptTexts.endedUnsaved(selection.count)])
    }
  }

  /// Performs what comes before the first line.
  ///
  /// - Returns: the collage that was reopened, as it is saved; nil if there is none, or if it was
  ///   changed at once.
  private func begin(_ commands: [Command]) throws(CommandFailure) -> Selection? {
    let isChanged = session.opening.changes?.isEmpty == false
    var isReopened = false
    for command in commands {
      if case .open = command { isReopened = true }
      try perform(command, place: "")
    }
    return isReopened && commands.count == 1 && !isChanged ? session.store.selection : nil
  }

  private func next(of input: inout LineReader) throws(CommandFailure) -> LineReader.Line? {
    do throws(BatchSourceError) {
      return try input.next()
    } catch {
      if let failure = signals.failure { throw failure }
      throw CommandFailure(.inputOutput, "reading standard input failed: \(error.errno)")
    }
  }

  private func command(
    in line: LineReader.Line, place: String
  ) throws(CommandFailure) -> Command? {
    guard case .bytes(let bytes) = line else {
      throw CommandFailure(
        .usage, place + "longer than \(LineReader.limit >> 20) MiB; write one command per line")
    }
    let text = LosslessText.text(of: bytes)
    // What is short for a command today may be short for two, once there are others.
    if !isQuiet, let name = CommandParser.abbreviated(in: text) {
      StandardError.error([
        place + "warning: '\(name.short.displayedRaw)' is taken for '\(name.whole)'; write it out "
          + "in a script"
      ])
    }
    do throws(CommandParseError) {
      return try CommandParser.command(in: text)
    } catch {
      throw CommandFailure(.usage, place + error.description)
    }
  }

  private func perform(_ command: Command, place: String) throws(CommandFailure) {
    var result: CommandOutcome?
    session.perform(command) { result = $0 }
    guard var outcome = result else { preconditionFailure("a command is carried out at once") }
    if let path = outcome.copiedPath { outcome = .failed(PromptTexts.notCopied(path), .usage) }
    if outcome.failure?.isSignalled == true, let failure = signals.failure { throw failure }
    if let failure = outcome.failure {
      let reasons = outcome.messages.filter { $0.kind == .failure || $0.kind == .refusal }
      throw CommandFailure(failure, reasons.map { place + $0.text })
    }
    if let id = outcome.saved {
      try StandardOutput.answer([id.text])
    } else if command.isQuestion {
      try StandardOutput.answer(outcome.messages.map(\.text))
    }
    if !isQuiet { StandardError.error(outcome.warnings) }
  }
}

extension Command {
  /// Whether it is a question, whose answer belongs on standard output.
  fileprivate var isQuestion: Bool {
    switch self {
    case .list, .describe, .help, .layout(nil), .setting(.show), .setting(.showOfPhotos),
      .setting(.rotate), .setting(.showAll), .setting(.showLook):
      true
    default: false
    }
  }
}
