internal import CollageKit
internal import Files
internal import LineEditing
internal import OpenCombine
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage

/// The picker as a talk: photos are read out ten at a time, and chosen by their numbers.
///
/// Everything runs on the calling thread.
final class PickerTalk {
  /// What is searched.
  struct Source {
    let folders: [FilePath]
    /// Left out; nil when that is unknown.
    let library: FilePath?
    let exclusions: PhotoExclusions
    /// Whether photos with the same bytes as one before them are left out.
    let leavesOutDuplicates: Bool

    init(_ settings: PickerSettings, in folders: [FilePath], excluding library: PhotoLibrary?) {
      self.folders = folders
      self.library = library?.folder
      exclusions = settings.exclusions
      leavesOutDuplicates = settings.leavesOutDuplicates
    }
  }

  private let source: Source
  private let marks: PickedPhotos
  private let terminal: SpokenTerminal
  private let signals: SignalWatch
  /// What the folders hold; nil until they were read.
  private var index: PhotoIndexState?
  private var hits: [IndexedPhoto] = []
  private var pages = SpokenPages(count: 0)

  init(
    _ source: Source, _ marks: PickedPhotos, on terminal: SpokenTerminal, _ signals: SignalWatch
  ) {
    self.source = source
    self.marks = marks
    self.terminal = terminal
    self.signals = signals
  }

  /// Talks until the user is done.
  ///
  /// - Parameter words: searched for first; all photos are read out if they find none.
  /// - Returns: the chosen photos; nil if the user has left without a choice.
  func run(searching words: String = "") throws(CommandFailure) -> Selection? {
    guard try scan() else { return nil }
    let isFound = words.isEmpty ? false : try search(words, isFirst: true)
    if !isFound { try search("") }
    try terminal.say(PickerTalkTexts.invitation)
    while let line = try terminal.ask(PickerTalkTexts.prompt(marks.selection.count)) {
      guard case .bytes(let bytes) = line else {
        try terminal.say(PickerTalkTexts.tooLong)
        continue
      }
      let answer = ListAnswer(LosslessText.text(of: bytes))
      switch answer {
      case .done: return marks.selection
      case .leave: return nil
      default: try react(to: answer)
      }
    }
    if let failure = signals.failure { throw failure }
    return nil
  }

  private func react(to answer: ListAnswer) throws(CommandFailure) {
    switch answer {
    case .done, .leave: break
    case .numbers(let numbers): try choose(numbers)
    case .name(let name): try choose(named: name)
    case .more: try pages.advance() ? sayPage() : terminal.say(SpokenListTexts.noMore)
    case .back: try pages.goBack() ? sayPage() : terminal.say(SpokenListTexts.noneBefore)
    case .all: try search("")
    case .chosen: try terminal.say(PickerTalkTexts.chosen(marks.selection))
    case .help: try terminal.say(PickerTalkTexts.help)
    case .words(let words): try search(words)
    }
  }

  // MARK: Searching

  /// - Returns: whether the folders could be read.
  private func scan() throws(CommandFailure) -> Bool {
    let scan = PhotoIndex(
      source.folders, excluding: source.library, source.exclusions, records: .ofUser)
    let progress = SpokenProgress(say: terminal.reporting)
    let watching = scan.states.sink { state in
      progress.note { "Found \(FindTexts.count(state.photoCount)) so far." }
    }
    defer { watching.cancel() }
    switch try signals.result(of: scan.scan()) {
    case .success(let state):
      index = state
      return true
    case .failure(let error):
      try terminal.say(PickerTalkTexts.failed(FindTexts.folderFailure(error)))
      return false
    }
  }

  /// Searches for words, all photos for none, and reads the first ten out.
  ///
  /// - Parameter isFirst: whether no photos have been read out yet.
  /// - Returns: whether there was an answer other than that nothing is found.
  @discardableResult
  private func search(_ words: String, isFirst: Bool = false) throws(CommandFailure) -> Bool {
    guard let index else { return true }
    let query: SearchQuery
    do throws(SearchTermError) {
      query = try SearchQuery(SearchQuery.words(in: LosslessText.bytes(of: words)))
    } catch {
      try terminal.say(PickerTalkTexts.failed(FindTexts.wrongTerm(error)))
      return false
    }
    let progress = SpokenProgress(say: terminal.reporting)
    let search = PhotoSearch(query, order: .date)
    let read: @Sendable (Int, Int) -> Void = { done, all in
      progress.note { SpokenText.sentence(FindTexts.reading(done, of: all)) }
    }
    guard case .success(let result) = try signals.result(of: search.result(in: index, report: read))
    else { return true }
    if result.photos.isEmpty, !words.isEmpty {
      let found = try signals.result(of: search.keyedWords(in: index, report: read)).get()
      try terminal.say(PickerTalkTexts.nothingFound(result, found, isFirst: isFirst))
      return false
    }
    hits = try distinct(result.photos)
    pages = SpokenPages(count: hits.count)
    try sayPage()
    return true
  }

  private func distinct(_ photos: [IndexedPhoto]) throws(CommandFailure) -> [IndexedPhoto] {
    guard source.leavesOutDuplicates,
      case .success(let duplicates) = try signals.result(
        of: DuplicateFinder().duplicates(among: photos))
    else { return photos }
    return photos.indices.filter { !duplicates.isRepeated($0) }.map { photos[$0] }
  }

  private func sayPage() throws(CommandFailure) {
    let isOneFolder = Set(hits.prefix(1000).map(\.folder)).count < 2
    let lines = pages.page.map { index in
      PickerTalkTexts.line(
        number: index + 1, hits[index], chosenAs: place(of: hits[index]).map { $0 + 1 },
        namesFolder: !isOneFolder)
    }
    try terminal.say([pages.title(FindTexts.count(hits.count))] + lines)
  }

  // MARK: Choosing

  /// The index of a photo among the chosen ones.
  private func place(of photo: IndexedPhoto) -> Int? {
    let address = PhotoAddress.file(photo.path)
    return marks.selection.photos.firstIndex { $0.address == address }
  }

  private func choose(_ numbers: ClosedRange<Int>) throws(CommandFailure) {
    guard numbers.lowerBound > 0, numbers.upperBound <= hits.count else {
      let wrong = numbers.lowerBound > 0 ? numbers.upperBound : numbers.lowerBound
      return try terminal.say(SpokenListTexts.noNumber(wrong, of: hits.count))
    }
    try choose(numbers.map { hits[$0 - 1] })
  }

  /// Chooses the only photo of that name, or searches for the name.
  private func choose(named name: String) throws(CommandFailure) {
    let wanted = LosslessText.bytes(of: name)
    let named = hits.filter { photo in
      photo.name.bytes == wanted || photo.name.lastComponent?.stem == name
    }
    if named.count == 1 {
      try choose(named)
    } else {
      try search("\"\(name)\"")
    }
  }

  /// One photo that is chosen already is taken back; of several, the others are chosen.
  private func choose(_ photos: [IndexedPhoto]) throws(CommandFailure) {
    if photos.count == 1, let place = place(of: photos[0]) {
      marks.takeBack(at: place)
      return try terminal.say(
        PickerTalkTexts.takenBack(photos[0].name.displayed, left: marks.selection.count))
    }
    var chosen: [String] = []
    for photo in photos where place(of: photo) == nil {
      if let failure = signals.failure { throw failure }
      let reason: String?
      do throws(PhotoError) {
        let read = try Photo(
          at: photo.path, limits: marks.selection.options.decoding.limits)
        reason = marks.mark(read).map { PickerTalkTexts.refused($0) }
      } catch {
        reason = PickerTalkTexts.failed(error.message(.prompt))
      }
      guard let reason else {
        chosen.append(photo.name.displayed)
        continue
      }
      if !chosen.isEmpty { try sayChosen(chosen) }
      return try terminal.say(reason)
    }
    try chosen.isEmpty ? terminal.say(PickerTalkTexts.allChosen) : sayChosen(chosen)
  }

  private func sayChosen(_ names: [String]) throws(CommandFailure) {
    try terminal.say(PickerTalkTexts.chose(names, all: marks.selection.count))
  }
}
