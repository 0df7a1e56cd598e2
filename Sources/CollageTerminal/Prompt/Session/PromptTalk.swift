internal import CollageKit
internal import LineEditing
internal import OpenCombine
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage

/// The prompt as a talk, line by line: for screen readers, and for terminals that can't move their
/// cursor. Every command is answered with what has changed and what is possible now, and a failure
/// ends nothing.
///
/// Everything runs on the calling thread, one command after the other.
final class PromptTalk {
  private let session: PromptSession
  private let signals = SignalWatch(message: "interrupted; saved collages are kept", wakes: true)
  private let terminal = SpokenTerminal()
  private let isQuiet: Bool
  private let picker: PickerSettings
  private let library: PhotoLibrary?
  private let previews: PreviewComposer
  /// That of the running command.
  private let progress: SpokenProgress
  private let bag = CancellableBag()
  /// What was said last of the collage as it is.
  private var saidState = ""

  init(
    _ maker: CollageMaker, destination: CollageDestination, opening: OpeningOptions,
    picker: PickerSettings, isQuiet: Bool
  ) {
    session = PromptSession(
      maker: maker, destination: destination, opening: opening, queue: .immediate,
      stop: signals.cancellation)
    session.resumesSaved = true
    session.voice = .spoken
    previews = PreviewComposer(resources: maker.context.resources)
    self.picker = picker
    library = destination.library
    self.isQuiet = isQuiet
    progress = SpokenProgress(say: terminal.reporting)
  }

  /// Talks until the user leaves, or the input ends.
  ///
  /// - Parameter commands: performed before the first line.
  func run(_ commands: [Command]) throws(CommandFailure) {
    defer { close() }
    session.notice = { [weak self] outcome in self?.notice(outcome) }
    for fetching in session.fetchProgress {
      fetching
        .sink { [progress] fetched in
          guard fetched.isFetching else { return }
          progress.note { SpokenText.sentence(fetched.text) }
        }
        .store(in: bag)
    }
    try terminal.say(AccessibleMode.announcement())
    try terminal.say(PromptTexts.spokenGreeting)
    var leaves = false
    for command in commands { leaves = try perform(command, typed: "") }
    saidState = state
    while !leaves {
      guard let line = try terminal.ask(session.store.state.title + "> ") else { break }
      leaves = try perform(line)
    }
    if let failure = signals.failure { throw failure }
    let count = session.store.selection.count
    if !leaves, count > 0, !isQuiet { try terminal.say(PromptTexts.leftUnsaved(count)) }
  }

  private func close() {
    bag.cancelAll()
    session.close()
    picker.web.photos.close()
  }

  /// - Returns: whether the user leaves.
  private func perform(_ line: LineReader.Line) throws(CommandFailure) -> Bool {
    guard case .bytes(let bytes) = line else {
      try terminal.say("That line is too long; write one command per line.")
      return false
    }
    let text = LosslessText.text(of: bytes)
    let command: Command?
    do throws(CommandParseError) {
      command = try CommandParser.command(in: text)
    } catch {
      try say(.failure(error.description), keeping: names(in: text))
      return false
    }
    if let command { return try perform(command, typed: text) }
    if bytes.isBlank { try terminal.say(PromptTexts.nothingTyped) }
    return false
  }

  private func perform(_ command: Command, typed line: String) throws(CommandFailure) -> Bool {
    let command = session.meaning(of: command)
    switch command {
    case .pick(let named):
      try pick(PathWord.typed(named).map(\.path), typed: line)
      return false
    case .open(nil):
      try open(searching: [], typed: line)
      return false
    case .findSaved(let term):
      try open(searching: term, typed: line)
      return false
    case .arrange:
      try terminal.say(PromptTexts.arrangingByWords)
      return false
    case .preview:
      try terminal.say(PromptTexts.noPreview)
      return false
    default: return try carryOut(command, typed: line)
    }
  }

  private func carryOut(
    _ command: Command, typed line: String
  ) throws(CommandFailure) -> Bool {
    let before = session.store.selection.photos
    progress.restart()
    var result: CommandOutcome?
    session.perform(command) { [progress] fraction in
      progress.note { "Saving, \(Int(fraction * 100)) percent is done." }
    } done: {
      result = $0
    }
    guard var outcome = result else { preconditionFailure("a command is carried out at once") }
    if let path = outcome.copiedPath { outcome = .failed(PromptTexts.notCopied(path), .usage) }
    if outcome.failure?.isSignalled == true, let failure = signals.failure { throw failure }
    try answer(outcome, command, typed: line, before)
    return outcome.leaves
  }

  // MARK: Answers

  private func answer(
    _ outcome: CommandOutcome, _ command: Command, typed line: String, _ before: [Photo]
  ) throws(CommandFailure) {
    let names = photoNames(before) + names(in: outcome, command, typed: line)
    for message in outcome.messages {
      // Answers are written as sentences, with the user's own words in them.
      if outcome.isAnswer, outcome.failure == nil {
        try terminal.say(message.text)
      } else {
        try say(message, keeping: names)
      }
    }
    if !isQuiet {
      for warning in outcome.warnings {
        let warning = warning.replacing("warning: ", with: "", maxReplacements: 1)
        try say(.plain("warning: \(warning)"), keeping: names)
      }
    }
    for fault in faults(since: before) {
      try say(.failure(fault.message(.prompt)), keeping: names)
    }
    try sayState()
  }

  private func say(_ message: PromptMessage, keeping names: [String]) throws(CommandFailure) {
    let start =
      switch message.kind {
      case .success, .plain: ""
      case .failure: "Error: "
      case .refusal: "Not possible now: "
      }
    try terminal.say(SpokenText.sentence(start + message.text, keeping: names))
  }

  /// What the collage has, and whether it can be saved, if that is news.
  private func sayState() throws(CommandFailure) {
    let state = state
    guard state != saidState else { return }
    saidState = state
    try terminal.say(state)
  }

  private var state: String { PromptTexts.state(session.store.state) }

  /// What happens beside a command, such as the loss of HDR in a format.
  private func notice(_ outcome: CommandOutcome) {
    for message in outcome.messages { terminal.reporting(SpokenText.sentence(message.text)) }
  }

  // MARK: Names, which stay as they are

  private func photoNames(_ before: [Photo]) -> [String] {
    (before + session.store.selection.photos).flatMap { [$0.name, $0.address.displayed] }
  }

  /// What the user has typed behind a command.
  private func names(in line: String) -> [String] {
    let words = ShellWords.split(line).map { $0.text.displayedRaw }
    let rest = ShellWords.splitFirst(line).map { [$0.rest.displayedRaw] } ?? []
    return rest + words + [line.displayedRaw]
  }

  private func names(
    in outcome: CommandOutcome, _ command: Command, typed line: String
  ) -> [String] {
    var names = [session.latestSaved, library?.folder].compactMap(\.self).flatMap {
      [$0.displayed, UserFolders.abbreviated($0)]
    }
    if outcome.failure != nil || command.namesFiles { names += self.names(in: line) }
    return names
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

  // MARK: Lists

  /// - Parameter named: folders to look in, and words to search for.
  private func pick(_ named: [FilePath], typed line: String) throws(CommandFailure) {
    if let refusal = session.store.state[.reopen] {
      return try say(.refusal(refusal.description), keeping: [])
    }
    let source = PickerTalk.Source(
      picker, in: UserFolders.searched(named.filter { !Picker.isWord($0) }), excluding: library)
    let words = Picker.term(named.filter(Picker.isWord))
    let marks = PickedPhotos(session.store.selection)
    let talk = PickerTalk(source, marks, on: terminal, signals)
    let chosen = try talk.run(searching: LosslessText.text(of: words))
    guard let chosen, chosen != session.store.selection else {
      return try terminal.say(PromptTexts.nothingPicked)
    }
    _ = try carryOut(.take(chosen), typed: line)
  }

  private func open(searching term: [UInt8], typed line: String) throws(CommandFailure) {
    if let refusal = session.store.state[.reopen] {
      return try say(.refusal(refusal.description), keeping: [])
    }
    var failed: CommandOutcome?
    guard let library = session.library({ failed = $0 }) else {
      for message in failed?.messages ?? [] { try say(message, keeping: []) }
      return
    }
    let talk = LibraryTalk(library, on: terminal, signals)
    guard let asset = try talk.run(searching: LosslessText.text(of: term)),
      let id = AssetIDPrefix(asset.id.text)
    else { return try terminal.say(PromptTexts.nothingOpened) }
    _ = try carryOut(.open(.id(id)), typed: line)
  }
}

extension Command {
  /// Whether files or the user's own words are among what it says when it succeeds.
  fileprivate var namesFiles: Bool {
    switch self {
    case .add, .addBest, .addLines, .replace, .open, .save: true
    case .setting(.set(let setting, _)): setting.form.isText || setting.form.namesPicture
    case .setting(.setOfPhotos(let setting, _, _)): setting.form.isText
    default: false
    }
  }
}
