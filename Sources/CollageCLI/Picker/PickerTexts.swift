internal import CollageKit
internal import PhotoSources
internal import SystemPackage

/// The sentences of the picker.
enum PickerTexts {
  /// The title of the collage's frame.
  static let collage = "the collage as it would be"

  /// What is said of a photo with the same bytes as another one before it.
  static let repeated = "same bytes"
  /// The same where there is little room.
  static let repeatedShort = "same"

  /// "38 of 12,408 photos · by date · ~/Pictures"
  static func status(of state: PickerState, folders: [FilePath], separator: String) -> String {
    let count =
      state.hits.count == state.photoCount
      ? FindTexts.count(state.photoCount) : "\(state.hits.count.grouped) of \(FindTexts.count(state.photoCount))"
    let work = state.isScanning ? ["reading folders"] : state.isSearching ? ["searching"] : []
    return
      ([count] + work + ["by \(state.order.rawValue)", folders.map(UserFolders.abbreviated).joined(separator: ", ")])
      .joined(separator: separator)
  }

  /// Why there is no photo to show.
  static func nothing(_ state: PickerState, folders: [FilePath]) -> String {
    if let failure = state.failure { return Self.failure(failure) }
    if state.isScanning, state.photoCount == 0 { return "reading folders" }
    if state.isScanning || state.isSearching { return "searching" }
    if state.photoCount == 0 { return "\(FindTexts.noPhotos(in: folders)); name another folder: pick FOLDER" }
    return FindTexts.nothingFound(among: state.photoCount, state.hidden)
  }

  static func failure(_ failure: PickerFailure) -> String {
    switch failure {
    case .folder(let error): FindTexts.folderFailure(error)
    }
  }

  static func refusal(_ refusal: PickerRefusal) -> String {
    switch refusal {
    case .rule(let reason): reason
    case .broken(let reason): "this photo can't be chosen: \(reason)"
    case .nothingThere: "there is no photo to choose"
    }
  }

  static func takenBack(_ name: String, _ reason: String) -> String { "\(name) is not chosen any more: \(reason)" }

  /// "2 photos   Tab choose  Enter done"
  static func keys(title: String, isLarge: Bool, columns: Int) -> String {
    var room = columns - title.count - 2
    let all = isLarge ? largeKeys : PickerKey.hints
    let shown = Set(
      all.sorted { $0.rank < $1.rank }.prefix { hint in
        room -= hint.text.count + 2
        return room >= 0
      }.map(\.rank))
    return ([title + " "] + all.filter { shown.contains($0.rank) }.map(\.text)).joined(separator: "  ")
  }

  private static let largeKeys: [(text: String, rank: Int)] = [
    ("Tab choose", 2), ("left/right other photos", 3), ("Esc back", 1),
  ]

  /// "photo 2: crops 5 %": how much of a chosen photo the layout leaves out.
  static func crop(_ number: Int, share: Double) -> String { "photo \(number): \(StatusRow.cropped(share))" }

  static let notChosen = "not chosen"
}
