internal import CollageKit
internal import Glibc
internal import LineEditing
internal import ReactiveTraits
internal import SystemPackage

/// The prompt without a terminal: reads commands, one per line, and stops at the first that fails. Skips empty lines
/// and lines that begin with #.
///
/// Everything runs on the calling thread, one command after the other.
final class ScriptRunner {
  private let session: PromptSession
  private let signals = SignalWatch(saying: "interrupted; what was saved stays", waitsForInput: true)
  private let isQuiet: Bool

  init(_ maker: CollageMaker, output: OutputOptions, isQuiet: Bool) {
    session = PromptSession(maker: maker, output: output, queue: .immediate, stop: signals.cancellation)
    self.isQuiet = isQuiet
  }

  /// Performs every line of standard input; prints the ids of saved collages.
  ///
  /// - Parameter chosen: photos to begin with.
  func run(chosen: [FilePath]) throws(CommandFailure) {
    defer { session.close() }
    if !chosen.isEmpty { try perform(.add(chosen.map(PathWord.init)), place: "") }
    var input = LineReader(.standardInput, path: "standard input", waitForInput: SignalWatch.waitForInput)
    var number = 0
    while let line = try next(of: &input) {
      if let failure = signals.failure { throw failure }
      number += 1
      let place = "line \(number): "
      guard case .bytes(let bytes) = line else {
        throw CommandFailure(.usage, place + "longer than \(LineReader.limit >> 20) MiB; write one command a line")
      }
      let command: Command?
      do throws(CommandParseError) {
        command = try CommandParser.command(in: LosslessText.text(of: bytes))
      } catch {
        throw CommandFailure(.usage, place + error.description)
      }
      // No user is there to confirm leaving unsaved photos.
      if command == .quit { return }
      if let command { try perform(command, place: place) }
    }
  }

  private func next(of input: inout LineReader) throws(CommandFailure) -> LineReader.Line? {
    do throws(BatchSourceError) {
      return try input.next()
    } catch {
      if let failure = signals.failure { throw failure }
      throw CommandFailure(.inputOutput, "reading standard input failed: \(error.errno)")
    }
  }

  private func perform(_ command: Command, place: String) throws(CommandFailure) {
    var result: CommandOutcome?
    session.perform(command) { result = $0 }
    guard let outcome = result else { preconditionFailure("a command is carried out at once") }
    if let failure = outcome.failure {
      if case .signalled = failure, let failure = signals.failure { throw failure }
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
  /// Whether its messages belong on standard output.
  fileprivate var isQuestion: Bool {
    switch self {
    case .list, .help, .layout(nil), .canvas(nil), .background(nil), .allowDamaged(nil): true
    default: false
    }
  }
}
