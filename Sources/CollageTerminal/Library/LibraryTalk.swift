internal import CollageKit
internal import LineEditing
internal import PhotoCodecs
internal import ReactiveTraits

/// The saved collages as a talk: they are read out ten at a time, the newest first, and one is
/// chosen by its number.
///
/// Everything runs on the calling thread.
final class LibraryTalk {
  private let library: PhotoLibrary
  private let terminal: SpokenTerminal
  private let signals: SignalWatch
  /// All collages; with what their recipes say, once that was needed.
  private var entries: [CollageEntry] = []
  private var isRead: [Bool] = []
  /// The indices of those that are read out.
  private var hits: [Int] = []
  private var pages = SpokenPages(count: 0)

  init(_ library: PhotoLibrary, on terminal: SpokenTerminal, _ signals: SignalWatch) {
    self.library = library
    self.terminal = terminal
    self.signals = signals
  }

  /// Talks until the user has chosen a collage.
  ///
  /// - Parameter term: searched for at once; empty for all.
  /// - Returns: the collage; nil if the user has left without a choice.
  func run(searching term: String) throws(CommandFailure) -> Asset? {
    guard try list() else { return nil }
    if entries.isEmpty {
      try terminal.say(LibraryTexts.nothing(in: library.folder).withCapital + ".")
      return nil
    }
    showAll()
    if term.isEmpty { try sayPage() } else { try search(term) }
    try terminal.say(LibraryTalkTexts.invitation)
    while let line = try terminal.ask(LibraryTalkTexts.prompt) {
      guard case .bytes(let bytes) = line else { continue }
      let answer = ListAnswer(LosslessText.text(of: bytes))
      if answer == .done || answer == .leave { return nil }
      if let asset = try react(to: answer) { return asset }
    }
    if let failure = signals.failure { throw failure }
    return nil
  }

  /// - Returns: the collage that was chosen; nil if the talk goes on.
  private func react(to answer: ListAnswer) throws(CommandFailure) -> Asset? {
    switch answer {
    case .done, .leave: return nil
    case .numbers(let numbers) where numbers.count > 1: try terminal.say(LibraryTalkTexts.onlyOne)
    case .numbers(let numbers):
      let number = numbers.lowerBound
      guard number > 0, number <= hits.count else {
        try terminal.say(SpokenListTexts.noNumber(number, of: hits.count))
        return nil
      }
      return entries[hits[number - 1]].listed.asset
    case .name(let words), .words(let words): try search(words)
    case .more: try pages.advance() ? sayPage() : terminal.say(SpokenListTexts.noMore)
    case .back: try pages.goBack() ? sayPage() : terminal.say(SpokenListTexts.noneBefore)
    case .all:
      showAll()
      try sayPage()
    case .chosen: try terminal.say(LibraryTalkTexts.noneChosen)
    case .help: try terminal.say(LibraryTalkTexts.help)
    }
    return nil
  }

  /// - Returns: whether the library could be read.
  private func list() throws(CommandFailure) -> Bool {
    switch try signals.result(of: LibraryReader(library: library).list) {
    case .success(let listed):
      entries = listed.map { CollageEntry($0) }
      isRead = listed.map { _ in false }
      return true
    case .failure(let error):
      try terminal.say(SpokenText.sentence("error: \(error.description)"))
      return false
    }
  }

  private func showAll() { show(Array(entries.indices)) }

  private func show(_ found: [Int]) {
    hits = found
    pages = SpokenPages(count: found.count)
  }

  private func search(_ words: String) throws(CommandFailure) {
    let progress = SpokenProgress(say: terminal.reporting)
    for place in entries.indices {
      if let failure = signals.failure { throw failure }
      progress.note { LibraryTalkTexts.reading(place, of: entries.count) }
      read(place)
    }
    let search = CollageSearch(line: LosslessText.bytes(of: words))
    let found = entries.indices.filter { search.matches(entries[$0]) }
    if found.isEmpty {
      let nothing = LibraryTexts.nothingFound(among: entries.count).withCapital
      return try terminal.say(nothing + ". The list stays as it was.")
    }
    show(found)
    try sayPage()
  }

  /// Reads what a collage's recipe says, once.
  private func read(_ place: Int) {
    guard !isRead[place] else { return }
    isRead[place] = true
    let listed = entries[place].listed
    entries[place] = CollageEntry(listed, try? listed.asset.summary())
  }

  private func sayPage() throws(CommandFailure) {
    for place in pages.page { read(hits[place]) }
    let lines = pages.page.map { LibraryTalkTexts.line(number: $0 + 1, entries[hits[$0]]) }
    try terminal.say([pages.title(LibraryTexts.count(hits.count))] + lines)
  }
}

/// The sentences of the library as a talk.
enum LibraryTalkTexts {
  static let prompt = "Open> "
  static let invitation =
    "Type a number to open a collage, more for the next ten, or help. Enter ends."
  static let onlyOne = "Only one collage can be opened at a time; type one number."
  static let noneChosen = "None is chosen; the number of a collage opens it at once."
  static let help =
    SpokenListTexts.help(
      "Type a number to open that collage.",
      ends: "Enter on an empty line ends without opening one.")
    + ["To move collages to the trash, use 'collage library remove'."]

  static func reading(_ done: Int, of all: Int) -> String {
    "Read \(done.grouped) of \(LibraryTexts.count(all))."
  }

  /// "1. Rome, 4 photos, saved on 3 May 2024."
  static func line(number: Int, _ entry: CollageEntry) -> String {
    var parts = [LibraryTexts.name(of: entry)]
    if let summary = entry.summary { parts.append(LibraryTexts.photos(summary.photos.count)) }
    if let date = entry.listed.date, let day = MomentTaken(date, .day, .file).dayInWords {
      parts.append("saved on \(day)")
    }
    return "\(number). \(parts.joined(separator: ", "))."
  }
}
