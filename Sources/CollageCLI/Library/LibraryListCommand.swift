internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Glibc
internal import LineEditing
internal import PhotoCodecs
internal import ReactiveTraits

/// `collage library list`: every asset, one per line; on a terminal as a table.
struct LibraryListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the saved collages, or those that match all words.",
    usage: "collage library list [<word> ...] [options]",
    discussion: """
      The newest come first. On a terminal this is a table: the start of each id, title and \
      photos, how many photos, pixels, size and date. Otherwise each line has an id, the size in \
      bytes and the path.
      """)

  @Argument(
    help: ArgumentHelp(
      "Only collages with this in their title, their photos' names, their date, or what they say "
        + "to people who don't see them: rome, 2024-07, date:2024-05..2024-07, after:2024, "
        + "before:2024-07-15.",
      valueName: "word"))
  var words: [String] = []

  @Option(
    help: "The order: date (newest first, the default), name (its id) or size (largest first).")
  var sort: AssetOrder?

  @Option(
    help: ArgumentHelp(
      "Only collages in this album; outside a terminal sorted by name.", valueName: "name"),
    completion: .albums, transform: AlbumName.argument)
  var album: AlbumName?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Only collages saved since a date, such as 2024-07-15, or in the last hours, days or weeks: "
        + "12h, 7d, 2w.",
      valueName: "when"), transform: PointInTime.argument)
  var since: PointInTime?

  @Flag(
    help:
      "Print a JSON object for each collage, with its recipe: photos, layout, size and settings.")
  var json = false

  @OptionGroup var library: LibraryOptions

  @Option(
    help: ArgumentHelp(
      "Write a picture of them all, each small and labelled with the start of its id, with "
        + "--title, --captions and --font as its texts, and print the picture's id.",
      valueName: "file"))
  var sheet: RawPath?

  @OptionGroup var text: SettingArguments<SheetTextSettings>

  @OptionGroup var sandbox: SandboxOptions

  func validate() throws {
    if let word = words.first(where: { $0.lowercased().hasPrefix("album:") }) {
      throw ValidationError(
        "'\(word)' is no word of a title; albums are listed with --album \(word.dropFirst(6))")
    }
    if let word = words.first(where: { SearchWords.isTerm($0) && !CollageSearch.knows($0) }) {
      let key = word.split(separator: ":").first.map(String.init) ?? word
      throw ValidationError(
        "\(key): is a word of 'find'; here are date:, after: and before:, for when a collage was "
          + "saved, and words of titles and photos' names")
    }
    if sheet != nil, json { throw ValidationError("--sheet prints no list; leave out --json") }
    if sheet == nil, !text.overrides.isEmpty {
      throw ValidationError("a title and captions need --sheet")
    }
  }

  func run() throws {
    let signals = SignalWatch(message: "interrupted; the list is not complete")
    let progress = ProgressLine(isWanted: true)
    let output = RowOutput(progress)
    defer { progress.finish() }
    if let sheet {
      let assets = try sorted(by: sort ?? .date, output, signals).map(\.listed.asset)
      progress.finish()
      try write(assets, to: sheet, signals)
    } else if !json, isatty(STDOUT_FILENO) == 1 {
      try printTable(output, signals)
    } else {
      try printRows(output, signals)
    }
  }

  /// Prints what people want to know of the collages.
  private func printTable(_ output: RowOutput, _ signals: SignalWatch) throws {
    let entries = try sorted(by: sort ?? .date, output, signals, readsRecipes: true)
    if entries.isEmpty {
      try output.finish()
      return StandardError.error([LibraryTexts.nothing(in: try library.resolved().folder)])
    }
    for row in CollageTable().rows(of: entries) where !output.append(row) { break }
    try output.finish()
  }

  /// Prints rows for other programs.
  private func printRows(_ output: RowOutput, _ signals: SignalWatch) throws {
    // Assets whose recipes are unreadable.
    var unreadable = 0
    func print(_ entry: CollageEntry) -> Bool {
      let listed = entry.listed
      let asset = listed.asset
      guard json else {
        return output.append("\(asset.id)\t\(listed.bytes)\t\(asset.path.displayed)")
      }
      let recipe = Result { () throws(LibraryError) in try asset.recipeJSON() }
      switch recipe.failure {
      // Damaged, not ours, or removed in the meantime.
      case .noRecipe, .notOurs, .missing, nil: break
      default: unreadable += 1
      }
      return output.append(listed.row(recipe: try? recipe.get()))
    }
    var found: [CollageEntry] = []
    let reading = Result {
      try forEach(output, signals) {
        found.append($0)
        return true
      }
    }
    // An album's rows are in the order of names, as 'album show' prints them.
    let order = sort ?? (album == nil ? .date : .name)
    // What was read before a failure is printed.
    for entry in found.sorted(by: { order.areInOrder($0.listed, $1.listed) }) {
      if signals.failure != nil { break }
      guard print(entry) else { break }
    }
    try output.finish()
    try reading.get()
    if let failure = signals.failure { throw failure }
    if unreadable > 0 {
      throw CommandFailure(.noInput, "\(unreadable) unreadable; see 'collage library verify'")
    }
  }

  /// Writes a contact sheet to a file, and prints the sheet's id.
  private func write(_ assets: [Asset], to file: RawPath, _ signals: SignalWatch) throws {
    var options = CollageOptions()
    text.overrides.apply(to: &options)
    guard !assets.isEmpty else {
      throw CommandFailure(.noInput, "there are no collages to put on a sheet")
    }
    guard assets.count <= LibrarySheet.maxCollages else {
      throw CommandFailure(
        .usage,
        "a sheet shows up to \(LibrarySheet.maxCollages) collages, not \(assets.count); choose "
          + "some with --album or --since"
      )
    }
    let writer = try file.output.writer(replacesForeign: false)
    let sheet = LibrarySheet(try CollageMaker(options, to: file.path))
    let progress = ProgressLine(isWanted: true)
    defer { progress.finish() }
    let drawn = try signals.outcome(of: sheet.sheet(of: assets, for: writer) { progress.show($0) })
    let made = drawn.collage
    let saved = try signals.outcome(of: writer.save(made) { _ in }.mapError(CollageError.init))
    progress.finish()
    StandardError.error(made.warnings.map { $0.message(.commandLine) })
    if !drawn.failures.isEmpty {
      let reasons = CommandFailure(CollageError.photos(drawn.failures)).messages
      StandardError.error(reasons.map { "\($0); it is not on the sheet" })
    }
    try StandardOutput.answer(
      [saved.id.text], or: "\(saved.path.displayed): the sheet is saved, but its id")
  }

  /// All collages to list, which takes memory for each.
  private func sorted(
    by order: AssetOrder, _ output: RowOutput, _ signals: SignalWatch, readsRecipes: Bool = false
  ) throws -> [CollageEntry] {
    var found: [CollageEntry] = []
    try forEach(output, signals, readsRecipes: readsRecipes) {
      found.append($0)
      return true
    }
    return found.sorted { order.areInOrder($0.listed, $1.listed) }
  }

  /// - Parameters:
  ///   - readsRecipes: whether `body` needs what the recipes say, which is read for a search
  ///     anyway.
  ///   - body: called with each collage to list; returns false to stop.
  private func forEach(
    _ output: RowOutput, _ signals: SignalWatch, readsRecipes: Bool = false,
    _ body: (CollageEntry) -> Bool
  ) throws {
    let search = try CollageSearch(checking: words.map { LosslessText.bytes(of: $0) })
    var (count, found) = (0, 0)
    func visit(_ listed: ListedAsset) -> Bool {
      if signals.cancellation.isCancelled { return false }
      count += 1
      output.show { "\(count) collages" }
      guard since.map({ listed.modified.seconds >= $0.unixTime }) ?? true else { return true }
      let summary = readsRecipes || !search.isEmpty ? try? listed.asset.summary() : nil
      let entry = CollageEntry(listed, summary)
      guard search.matches(entry) else { return true }
      found += 1
      return body(entry)
    }
    let library = try library.resolved()
    if let album {
      try library.forEachAsset(in: library.album(album), visit)
    } else {
      try library.forEachAsset(visit)
    }
    if let failure = signals.failure { throw failure }
    if found == 0, !search.isEmpty {
      throw CommandFailure(
        .nothingFound, LibraryTexts.nothingFound(among: count, words, in: library.folder))
    }
  }
}

extension AssetOrder: ExpressibleByArgument {}

extension ListedAsset {
  /// A line of `library list --json`.
  ///
  /// - Parameter recipe: its JSON; nil, if it can't be read, to leave it out.
  fileprivate func row(recipe: String?) -> String {
    let report: Report = [
      "id": asset.id.text,
      "path": asset.path.inJSON,
      "format": asset.format.rawValue,
      "bytes": bytes,
      // When it was saved, on this machine's clock: "2024-07-15T12:34:56".
      "date": date?.description,
    ]
    guard let recipe else { return report.json }
    // In the order of names, the recipe comes last.
    return "\(report.json.dropLast()),\"recipe\":\(recipe.escapingUnsafeInJSON)}"
  }
}
