internal import CollageKit
internal import PhotoSources
internal import SystemPackage

/// The sentences of the picker.
enum PickerTexts {
  /// The title of the collage's frame.
  static let collage = "preview of the collage"

  /// What is said of a photo with the same bytes as another one before it.
  static let repeated = "same bytes"
  /// The same where there is little room.
  static let repeatedShort = "same"

  /// What is said of a photo that another one is like.
  ///
  /// - Parameter isShort: whether there is little room.
  static func series(_ series: TileSeries, isShort: Bool, isUTF8: Bool) -> String {
    if series.isFolded { return (isUTF8 ? "×" : "x") + series.count.grouped }
    if series.isBest { return isShort ? "best" : "best of \(series.count.grouped)" }
    return "similar"
  }

  /// While all photos are compared.
  static func comparing(_ done: Int, of all: Int) -> String {
    SeriesTexts.progress(done, of: all) + "; Esc stops"
  }
  static let comparisonStopped = "comparison stopped"
  static let noSeries = "no two photos here are of the same moment"
  static let nothingSimilar = "no other photo here is similar"

  static let notCompared = "pictures on the web can't be compared"

  static let allSimilar = "all other photos are similar to the selected ones"

  /// - Parameters:
  ///   - all: how many photos they were chosen from.
  ///   - refusal: why others can't be selected; nil if there are none.
  static func selectedBest(_ count: Int, of all: Int, _ refusal: String?) -> String {
    "selected the best \(count.grouped) of \(FindTexts.count(all)); "
      + (refusal ?? "Alt-B again deselects them")
  }

  /// - Parameter refusal: why no more could be selected.
  static func selectedFirst(_ count: Int, _ refusal: String) -> String {
    "selected \(FindTexts.count(count)); \(refusal)"
  }

  /// What is said in place of sorting.
  static func noOrder(_ service: String) -> String { "\(service) sorts the results itself" }

  /// "20 of 240 photos · Openverse · 19 of 20/min left"
  static func status(
    of state: PickerState, on web: any WebSearchService, separator: String
  ) -> String {
    guard let summary = state.web, !state.term.isEmpty else { return web.name }
    let count = "\(state.hits.count.grouped) of \(FindTexts.count(state.photoCount))"
    return
      ([count] + (state.isSearching ? ["searching"] : []) + [web.name]
      + [summary.limits.scarcest?.description].compactMap(\.self))
      .joined(separator: separator)
  }

  /// Why there is no picture from the web to show.
  static func nothing(_ state: PickerState, on web: any WebSearchService) -> String {
    if let failure = state.failure, !state.isOutdated { return Self.failure(failure) }
    if state.term.allSatisfy({ $0 == UInt8(ascii: " ") }) {
      return "type what to search for; from three letters on, "
        + "\(web.name) (\(web.host)) is asked as you type"
    }
    if state.isUnsearched { return "Enter sends the words to \(web.name) (\(web.host))" }
    guard !state.isSearching, let summary = state.web else { return "searching" }
    let leftOut = WebSearchTexts.leftOut(
      otherFormats: summary.otherFormats, unusable: summary.unusable)
    return WebSearchTexts.nothing(web.name) + (leftOut.map { "; \($0)" } ?? "")
  }

  /// "38 of 12,408 photos · without 2 collages · by date", and what is left of it where there is
  /// little room, the longest first.
  static func statuses(of state: PickerState, separator: String) -> [String] {
    let count =
      state.found.count == state.photoCount
      ? FindTexts.count(state.photoCount)
      : "\(state.found.count.grouped) of \(FindTexts.count(state.photoCount))"
    let work = state.isScanning ? ["reading folders"] : state.isSearching ? ["searching"] : []
    let collages = state.collageCount
    let leftOut = collages == 0 ? [] : ["without \(FindTexts.collages(collages))"]
    let order = ["by \(state.order.rawValue)"]
    return [[count] + leftOut + work + order, [count] + work + order, [count] + work]
      .map { $0.joined(separator: separator) }
  }

  static func names(of folders: [FilePath]) -> String {
    folders.map { UserFolders.abbreviated(WorkingFolder.absolute($0).lexicallyNormalized()) }
      .joined(separator: ", ")
  }

  /// Why there is no photo to show.
  static func nothing(_ state: PickerState, folders: [FilePath]) -> String {
    if let failure = state.failure { return Self.failure(failure) }
    if state.isScanning, state.photoCount == 0 { return "reading folders" }
    if state.isScanning || state.isSearching { return "searching" }
    if state.photoCount == 0, let folders = state.unreadable {
      return FindTexts.unreadable(folders)
    }
    if state.photoCount == 0 {
      let collages = state.collageCount
      let shown = collages == 0 ? "" : " but \(FindTexts.collages(collages)) (see --collages)"
      return "\(FindTexts.noPhotos(in: folders))\(shown); give another folder: pick FOLDER"
    }
    if let folder = TypedFolder.path(state.term) {
      return "Enter goes to the folder \(UserFolders.abbreviated(folder))"
    }
    return FindTexts.nothingFound(among: state.photoCount, state.hidden, state.keyedWords)
  }

  static func failure(_ failure: PickerFailure) -> String {
    switch failure {
    case .folder(let error): FindTexts.folderFailure(error)
    case .web(let error, let service): WebSearchTexts.failure(error, of: service) + " (Ctrl-R)"
    }
  }

  static func unusable(_ reason: String) -> String { "this photo can't be selected: \(reason)" }

  static let nothingThere = "there is no photo to select"

  static let isPicker = "this is the picker; Enter uses the selected photos"

  static let nothingToArrange = "select photos to arrange first"
  static let cannotArrange = "photos are arranged in the prompt: 'collage'"

  static let wouldLose = "Esc again leaves without the selected photos; Enter uses them"

  static let nothingToDeselect = "no photo is selected"

  static let largest = "the photos can't be shown larger"
  static let smallest = "the photos can't be shown smaller"

  static let onlyLayout = "this is the only layout of these photos"

  /// What is said when photos are marked that were marked before the picker was left.
  static let offered = "previous selection restored"

  /// "3 photos (add or remove one)", with what a save still needs; "3 chosen, 1 elsewhere" if not
  /// all are shown.
  static func title(_ state: SelectionState, elsewhere: Int) -> String {
    let title = elsewhere == 0 ? state.title : "\(state.count) selected, \(elsewhere) elsewhere"
    guard let refusal = state[.save], refusal.rule == .evenCountToSave else { return title }
    return "\(title) (\(refusal.remedy))"
  }

  static func takenBack(_ name: String, _ reason: String) -> String {
    "\(name) is no longer selected: \(reason)"
  }

  /// In place of a picture that takes long.
  static let decoding = "decoding"

  static let moreHelp = "F1 shows more"
  /// The same once the user has asked for the help.
  static let scrolledHelp = "PgDn or F1 shows more"

  /// The title of the highlighted photo's frame.
  static let photo = "the highlighted photo"

  static let topFolder = "this is the topmost folder"

  /// The keys, and the words of a search.
  static func help(_ hints: [KeyHint], columns: Int) -> [String] {
    let words = SearchWords.table.flatMap(\.words).joined(separator: " ")
    return ListHelp.rows(hints, words: words, columns: columns)
  }

  /// "photo 2: crops 5 %": how much of a chosen photo the layout leaves out; "photo 2" where that
  /// isn't known.
  static func crop(_ number: Int, share: Double?) -> String {
    "photo \(number)" + (share.map { ": \(StatusRow.cropped($0))" } ?? "")
  }

  static let notChosen = "not selected"
}
