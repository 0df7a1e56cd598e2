internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Files
internal import Glibc
internal import Imaging
internal import LineEditing
internal import OpenCombine
internal import PhotoCodecs
internal import PhotoSources
internal import SystemPackage

/// `collage find`: the paths of photos that meet all of some conditions.
struct FindCommand: ParsableCommand {
  static let name = "find"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Find photos in folders and print their paths.",
    usage: "collage find [<word> ...] [options]",
    discussion: """
      Photos must match all words, in any order. Without words, all photos are found. Exits with 1 \
      if none are found.

      \(SearchWords.help)

      With --web, the words are sent to Openverse (api.openverse.org) or Wikimedia Commons \
      (commons.wikimedia.org), and the URLs of pictures are printed for 'collage make', 20 per page.
      """)

  @Argument(
    help: ArgumentHelp("What to search for.", valueName: "word"),
    completion: SearchWords.completion)
  var words: [String] = []

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "Search this folder and everything below it; repeat it for more. By default "
        + "$XDG_PICTURES_DIR, or else the working "
        + "folder.", valueName: "folder"), completion: .directory)
  var folders: [RawPath] = []

  @OptionGroup(title: "Photos that show the same") var series: SeriesOptions

  @OptionGroup var exclusions: ExclusionOptions

  @OptionGroup var library: LibraryOptions

  @Flag(help: "Search the web instead of folders.")
  var web = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --web, the page of results to print.", valueName: "n"),
    transform: Count.argument)
  var page: Count?

  @OptionGroup(title: "The web") var search: SearchOptions

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "End each path with a NUL byte, for make --files0-from and xargs -0.")
  var isNullTerminated = false

  @Flag(help: "Print a JSON object for each photo.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Print which people, keywords, titles, years, months, days, ratings or formats there are, "
        + "and how many photos have each, instead of paths.", valueName: "field"))
  var countBy: Tally.Field?

  @Option(
    help: ArgumentHelp(
      "Sort by name, folder, date (newest first) or rating (most stars first, "
        + "rejected photos last); by name by default."))
  var sort: SearchOrder?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Print only the first n photos.", valueName: "n"),
    transform: Count.argument)
  var limit: Count?

  @OptionGroup(title: "The web") var webOptions: WebOptions

  @OptionGroup var sandbox: SandboxOptions

  func validate() throws {
    if json && isNullTerminated { throw ValidationError("--json prints lines; leave out -0") }
    if series.explain, !series.isUsed {
      throw ValidationError("--explain works only with --distinct or --best; add one of them")
    }
    try validateCounting()
    if series.best != nil, sort != nil {
      throw ValidationError(
        "--best prints photos in the order in which they were taken; leave out --sort")
    }
    guard web else {
      if page != nil {
        throw ValidationError("--page works only with --web; add --web, or leave it out")
      }
      return
    }
    if words.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
      throw ValidationError("--web needs words to search for, such as --web rome")
    }
    if series.isUsed {
      throw ValidationError(
        "--web finds pictures without reading them, so they can't be compared; leave out "
          + "--distinct and --best"
      )
    }
    if !folders.isEmpty || sort != nil || exclusions.isUsed {
      throw ValidationError(
        "--web doesn't search folders and has its own order; leave out --in, --exclude, "
          + "--collages and --sort")
    }
  }

  func run() throws {
    if web { try searchWeb() } else { try searchFolders() }
  }

  private func searchFolders() throws {
    let signals = SignalWatch(message: "interrupted")
    // A folder among the words is where to search, as for other programs of this kind.
    let words = words.filter { !Self.isLikeWord($0) }
    let named = words.filter(Self.isFolder)
    let terms = words.filter { !named.contains($0) }
    let query = try SearchQuery(terms.map { LosslessText.bytes(of: $0) })
    // Photos are compared before only the first are printed.
    let isCompared = series.isUsed || !likeWords.isEmpty
    let search = PhotoSearch(
      query, order: sort ?? .name, limit: isCompared || countBy != nil ? nil : limit?.value,
      readsFacts: json && !isCompared || countBy != nil)
    let folders = UserFolders.searched(
      folders.map(\.path) + named.map { FilePath(bytes: LosslessText.bytes(of: $0)) })
    let index = PhotoIndex(
      folders, excluding: library.known?.folder, exclusions.exclusions, records: .ofUser)
    var state = try scan(index, for: terms.isEmpty ? nil : query, signals)
    var result = try run(search, in: state, signals)
    if result.photos.isEmpty, !terms.isEmpty {
      // All photos are needed only to tell which conditions hide how many.
      state = try scan(index, for: nil, signals)
      result = try run(search, in: state, signals)
    }
    if let folders = state.unreadable { StandardError.error([FindTexts.unreadable(folders)]) }
    if let photos = state.unopened { StandardError.error([FindTexts.unopened(photos)]) }
    let leftOut = try collages(matching: query, beside: result, in: state, folders, signals)
    StandardError.error(FindTexts.withoutCollages(leftOut))
    guard !result.photos.isEmpty else {
      let found = try keyedWords(of: search, in: state, signals)
      let hidden = try self.hidden(terms, result, in: state, signals)
      throw CommandFailure(
        .nothingFound, FindTexts.nothingFound(result, hidden, found, in: folders))
    }
    let photos = try alike(result.photos, signals)
    if let countBy { return try printCounts(of: photos, by: countBy, signals) }
    if series.isUsed { return try printSeries(of: photos, signals) }
    try print(
      photos.prefix(limit?.value ?? .max), signals, path: \.pathBytes, report: \.report)
  }

  /// How many of the collages that were left out would have been found, too.
  private func collages(
    matching query: SearchQuery, beside result: SearchResult, in state: PhotoIndexState,
    _ folders: [FilePath], _ signals: SignalWatch
  ) throws(CommandFailure) -> Int {
    guard state.collageCount > 0, !words.isEmpty else { return state.collageCount }
    let all = PhotoIndex(
      folders, excluding: library.known?.folder,
      PhotoExclusions(exclusions.patterns.map(\.path), takesCollages: true), records: .ofUser)
    let found = try run(PhotoSearch(query, limit: 0), in: scan(all, for: query, signals), signals)
    return max(found.matchCount - result.matchCount, 0)
  }

  /// Whether a word is the path of a folder; a bare name is a word to search for.
  private static func isFolder(_ word: String) -> Bool {
    guard word.contains("/") else { return false }
    let folder = FilePath(bytes: LosslessText.bytes(of: word))
    return (try? FileDescriptor.open(folder, .readOnly, options: .directory).close()) != nil
  }

  private func scan(
    _ index: PhotoIndex, for query: SearchQuery?, _ signals: SignalWatch
  ) throws(CommandFailure) -> PhotoIndexState {
    let progress = ProgressLine(isWanted: true)
    let watching = index.states.sink { state in
      progress.show(every: .milliseconds(100)) { FindTexts.count(state.photoCount) }
    }
    defer {
      watching.cancel()
      progress.finish()
    }
    return try signals.outcome(of: index.scan(for: query))
  }

  private func run(
    _ search: PhotoSearch, in state: PhotoIndexState, _ signals: SignalWatch
  ) throws(CommandFailure) -> SearchResult {
    let progress = ProgressLine(isWanted: true)
    defer { progress.finish() }
    return try signals.result(
      of: search.result(in: state) { done, count in
        progress.show(every: .milliseconds(100)) { FindTexts.reading(done, of: count) }
      }
    ).get()
  }

  /// How many photos are found without each of several words, where the search itself doesn't tell
  /// since it read no headers; nil where it does.
  private func hidden(
    _ words: [String], _ result: SearchResult, in state: PhotoIndexState, _ signals: SignalWatch
  ) throws -> [SearchResult.Hidden]? {
    guard words.count > 1, result.searchedCount > 0, result.hidden.allSatisfy({ $0.count == 0 })
    else { return nil }
    return try words.indices.map { place in
      var others = words.map { LosslessText.bytes(of: $0) }
      let term = others.remove(at: place)
      let found = try run(PhotoSearch(try SearchQuery(others), limit: 0), in: state, signals)
      return SearchResult.Hidden(term: term, count: found.matchCount)
    }
  }

  /// What bare words would find with keys before them.
  private func keyedWords(
    of search: PhotoSearch, in state: PhotoIndexState, _ signals: SignalWatch
  ) throws(CommandFailure) -> [SearchResult.KeyedWord] {
    let progress = ProgressLine(isWanted: true)
    defer { progress.finish() }
    return try signals.result(
      of: search.keyedWords(in: state) { done, count in
        progress.show(every: .milliseconds(100)) { FindTexts.reading(done, of: count) }
      }
    ).get()
  }

  /// Prints the results: as objects, or as paths, byte for byte; on a terminal they are escaped.
  func print<Found>(
    _ found: some Sequence<Found>, _ signals: SignalWatch, path: (Found) -> [UInt8],
    report: (Found) -> Report
  ) throws(CommandFailure) {
    let output = RowOutput(ProgressLine(isWanted: false))
    let isTerminal = isatty(STDOUT_FILENO) == 1
    // Paths with a line break can't be told apart in a list of lines.
    var leftOut = 0
    for photo in found {
      if let failure = signals.failure { throw failure }
      let path = path(photo)
      var isWanted = true
      if json {
        isWanted = output.append(report(photo).json)
      } else if isNullTerminated {
        isWanted = output.append(path, end: 0)
      } else if path.contains(UInt8(ascii: "\n")) {
        leftOut += 1
      } else {
        isWanted = output.append(isTerminal ? Array(path.displayed.utf8) : path)
      }
      guard isWanted else { return try output.finish() }
    }
    try output.finish()
    if leftOut > 0 { StandardError.error([FindTexts.leftOut(leftOut)]) }
  }
}

extension SearchOrder: ExpressibleByArgument {}

extension IndexedPhoto {
  /// The output of `find --json`. Width and height are left out if the header can't be read.
  var report: Report { report(standsFor: nil) }

  /// - Parameter others: the photos for which it stands; nil if that wasn't asked.
  func report(standsFor others: [Report]?) -> Report {
    let facts = facts()
    let (size, owner) = (facts.size, facts.owner)
    return [
      "path": path.inJSON,
      "folder": folder.inJSON,
      "name": name.inJSON,
      "format": format.rawValue,
      "width": size?.width,
      "height": size?.height,
      // By the clock where it was taken, as far as it is known: "2024-07-15T12:34:56.340",
      // "1955-06".
      "date": owner.moment?.description,
      "offset": owner.moment?.offsetText,
      "dateFrom": owner.moment?.source.rawValue,
      "rating": owner.rating,
      "favourite": owner.isFavourite ? true : nil,
      "people": owner.people.isEmpty ? nil : owner.people,
      "keywords": owner.keywords.isEmpty ? nil : owner.keywords,
      "title": owner.title,
      "bytes": fileSize,
      "standsFor": others,
    ]
  }
}
