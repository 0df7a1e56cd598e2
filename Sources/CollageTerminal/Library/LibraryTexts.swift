internal import CollageKit
package import SystemPackage

/// The words about saved collages.
package enum LibraryTexts {
  /// "1 collage", "1,204 collages".
  static func count(_ collages: Int) -> String {
    "\(collages.grouped) collage\(collages == 1 ? "" : "s")"
  }

  /// Why there is nothing to list.
  package static func nothing(in library: FilePath) -> String {
    "there are no collages in \(UserFolders.abbreviated(library)) yet"
  }

  /// Why a search has no hits.
  package static func nothingFound(among searched: Int) -> String {
    "nothing found among \(count(searched))"
  }

  /// The same with the folder, and with what is wrong with a word that has a key.
  package static func nothingFound(
    among searched: Int, _ words: [String], in library: FilePath
  ) -> String {
    let sentence = "\(nothingFound(among: searched)) in \(UserFolders.abbreviated(library))"
    let unknown = words.first { word in
      word.firstMatch(of: /^-?[A-Za-z]{2,}:/) != nil && !CollageSearch.knows(word)
    }
    guard let unknown else { return sentence }
    let key = unknown.drop { $0 == "-" }.prefix { $0 != ":" }
    return
      "\(sentence); there is no key \(String(key).displayedRaw):; the keys are date:, after: and "
      + "before:"
  }

  // MARK: One collage

  /// The title, or else the photos' names, behind the file's name if it was renamed; for display.
  static func name(of entry: CollageEntry) -> String {
    let file = entry.listed.asset.renamed.map { "\(FilePath("").appending($0).displayed): " } ?? ""
    guard let summary = entry.summary else { return file + noRecipe }
    return file + (summary.title.map { Array($0.utf8).displayed } ?? names(of: summary))
  }

  /// "beach.jpg, sea.jpg"; for display.
  static func names(of summary: CollageSummary) -> String {
    summary.photos.map { Array($0.utf8).displayed }.joined(separator: ", ")
  }

  /// In place of the title and the names.
  static let noRecipe = "(damaged, or not made by collage)"
  static let unread = "reading"

  static func photos(_ count: Int) -> String { "\(count) photo\(count == 1 ? "" : "s")" }

  /// The first digits of the id, enough to type.
  static func shortID(_ asset: Asset) -> String { String(asset.id.text.prefix(8)) }

  /// "4 photos", "2400x1236", "842 kB": what else is known of a collage.
  static func facts(of entry: CollageEntry) -> [String] {
    (entry.summary.map { [photos($0.photos.count), "\($0.canvas)"] } ?? [])
      + [entry.listed.bytes.asBytes]
  }

  // MARK: The panel

  /// "2 of 54 collages · ~/Pictures/Collages"
  static func status(
    _ state: LibraryPanelState, in library: FilePath, separator: String
  ) -> String {
    let all = count(state.count)
    let found = state.search.isEmpty ? all : "\(state.hits.count.grouped) of \(all)"
    let work = state.isReading ? [unread] : []
    return ([found] + work + [UserFolders.abbreviated(library)]).joined(separator: separator)
  }

  /// Why the panel shows no collage.
  static func nothing(_ state: LibraryPanelState, in library: FilePath) -> String {
    if let failure = state.failure { return failure }
    if state.isReading { return unread }
    if state.count == 0 { return nothing(in: library) + "; 'save' puts them there" }
    return nothingFound(among: state.count)
  }

  static func removed(_ entry: CollageEntry) -> String {
    "moved to the trash: \(name(of: entry)); Ctrl-Z brings it back"
  }

  /// - Parameter known: what is known of them, if they were moved to the trash here.
  static func restored(_ assets: [Asset], known: [Asset: CollageEntry]) -> String {
    guard assets.count == 1 else { return "brought back \(count(assets.count))" }
    return "brought back: \(known[assets[0]].map(name) ?? shortID(assets[0]))"
  }

  static let nothingToRestore = "the trash holds no collage of this library"

  /// Why a collage could not be moved to the trash, or back.
  static func failure(_ error: LibraryError) -> String {
    switch error {
    case .noTrash(let path, let fault):
      "\(path.displayed): can't be moved to the trash: \(fault); "
        + "see 'collage library remove --help'"
    case .nothingToUndo: nothingToRestore
    default: error.description
    }
  }

  /// The keys, and the words of a search.
  static func help(columns: Int) -> [String] {
    let words =
      "words of titles, photos' names and dates, such as rome, grandma.jpg, 2024-07; "
      + "-rome leaves out"
    return ListHelp.rows(LibraryHints.all, words: words, columns: columns)
  }
}
