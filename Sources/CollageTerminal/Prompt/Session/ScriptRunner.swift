internal import CollageKit
internal import LineEditing
internal import SystemPackage
internal import ReactiveTraits

/// The prompt without a line editor: reads commands, one per line. Skips empty lines and lines that
/// begin with #.
///
/// A script stops at the first command that fails. In a conversation, with a person at a terminal
/// that can't move its cursor, every command is answered, and a failure ends nothing.
///
/// Everything runs on the calling thread, one command after the other.
final class ScriptRunner {
  private let session: PromptSession
  private let signals = SignalWatch(message: "interrupted; saved collages are kept", wakes: true)
  private let isQuiet: Bool
  /// How messages of a conversation look; nil for a script.
  private let conversation: TerminalStyle?
  private let previews: PreviewComposer

  /// - Parameter conversation: how messages look; nil for a script.
  init(
    _ maker: CollageMaker, destination: CollageDestination, opening: OpeningOptions,
    isQuiet: Bool, conversation: TerminalStyle? = nil
  ) {
    session = PromptSession(
      maker: maker, destination: destination, opening: opening, queue: .immediate,
      stop: signals.cancellation)
    session.resumesSaved = conversation != nil
    previews = PreviewComposer(resources: maker.context.resources)
    self.isQuiet = isQuiet
    self.conversation = conversation
  }

  /// Performs every line of standard input; prints the ids of saved collages.
  ///
  /// - Parameter commands: performed before the first line.
  func run(_ commands: [Command]) throws(CommandFailure) {
    defer { session.close() }
    if conversation != nil { try StandardOutput.answer([PromptTexts.greeting]) }
    var leaves = false
    for command in commands { _ = try perform(command, place: "") }
    var input = LineReader(
      .standardInput, path: "standard input", waitForInput: SignalWatch.waitForInput)
    var number = 0
    while !leaves, let line = try next(of: &input) {
      if let failure = signals.failure { throw failure }
      number += 1
      leaves = try perform(line, place: conversation == nil ? "line \(number): " : "")
    }
    if leaves { return }
    if conversation != nil { try StandardOutput.answer([""]) }
    let count = session.store.selection.count
    if count > 0, !isQuiet { StandardError.error([PromptTexts.endedUnsaved(count)]) }
  }

  private func next(of input: inout LineReader) throws(CommandFailure) -> LineReader.Line? {
    if conversation != nil {
      try StandardOutput.answer(Array((session.store.state.title + "> ").utf8))
    }
    do throws(BatchSourceError) {
      return try input.next()
    } catch {
      if let failure = signals.failure { throw failure }
      throw CommandFailure(.inputOutput, "reading standard input failed: \(error.errno)")
    }
  }

  /// - Returns: whether the user leaves.
  private func perform(_ line: LineReader.Line, place: String) throws(CommandFailure) -> Bool {
    guard case .bytes(let bytes) = line else {
      return try fail(
        .usage, place + "longer than \(LineReader.limit >> 20) MiB; write one command per line")
    }
    let command: Command?
    do throws(CommandParseError) {
      command = try CommandParser.command(in: LosslessText.text(of: bytes))
    } catch {
      return try fail(.usage, place + error.description)
    }
    // Nobody is there to confirm that unsaved photos may be lost.
    if command == .quit, conversation == nil { return true }
    guard let command else { return false }
    return try perform(command, place: place)
  }

  private func perform(_ command: Command, place: String) throws(CommandFailure) -> Bool {
    var result: CommandOutcome?
    let before = session.store.selection.photos
    session.perform(command) { result = $0 }
    guard var outcome = result else { preconditionFailure("a command is carried out at once") }
    if let path = outcome.copiedPath { outcome = .failed(PromptTexts.notCopied(path), .usage) }
    if outcome.failure?.isSignalled == true, let failure = signals.failure { throw failure }
    if let conversation {
      try answer(outcome, conversation, faultsSince: before)
      return outcome.leaves
    }
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
    return false
  }

  private func fail(_ status: ExitStatus, _ message: String) throws(CommandFailure) -> Bool {
    guard let conversation else { throw CommandFailure(status, message) }
    try StandardOutput.answer(conversation.rows(of: .failure(message), columns: .max))
    return false
  }

  private func answer(
    _ outcome: CommandOutcome, _ style: TerminalStyle, faultsSince before: [Photo]
  ) throws(CommandFailure) {
    var messages = outcome.messages
    if !isQuiet { messages += outcome.warnings.map { .plain($0) } }
    messages += faults(since: before).map { .failure($0.message(.prompt)) }
    try StandardOutput.answer(messages.flatMap { style.rows(of: $0, columns: .max) })
  }

  /// The faults of photos that have just been chosen. Decodes them.
  private func faults(since before: [Photo]) -> [PhotoError] {
    let selection = session.store.selection
    let new = selection.photos.filter { !before.contains($0) }
    guard !new.isEmpty else { return [] }
    let faults = previews.faults(of: new, selection.options.decoding).wait(
      cancelledBy: signals.cancellation)
    return (try? faults?.get()) ?? []
  }
}

extension Command {
  /// Whether it is a question, whose answer belongs on standard output.
  fileprivate var isQuestion: Bool {
    switch self {
    case .list, .help, .layout(nil), .setting(.show), .setting(.showOfPhotos), .setting(.showAll),
      .setting(.showLook):
      true
    default: false
    }
  }
}
