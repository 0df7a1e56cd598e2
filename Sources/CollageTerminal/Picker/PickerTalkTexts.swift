internal import CollageKit
internal import PhotoCodecs
internal import PhotoSources
internal import SystemPackage

/// The sentences of the picker as a talk.
enum PickerTalkTexts {
  static let invitation =
    "Type a number to choose a photo, more for the next ten, or help. Enter ends."
  static let tooLong = "That line is too long."
  static let allChosen = "All of these are chosen already."

  static let help =
    SpokenListTexts.help(
      "Type a number, or several such as 3-6, to choose photos; the number of a chosen photo takes "
        + "it back.",
      ends: "Enter on an empty line ends with the chosen photos; quit leaves without them.")
    + ["chosen reads out the chosen photos.", "Pictures on the web aren't searched here."]

  static func prompt(_ count: Int) -> String { "\(count) chosen> " }

  /// "1. beach.jpg, 3 May 2024, 4 stars, with Ann."
  static func line(
    number: Int, _ photo: IndexedPhoto, chosenAs place: Int?, namesFolder: Bool
  ) -> String {
    let owner = photo.facts().owner
    var parts = [photo.name.displayed]
    if namesFolder { parts.append("in \(UserFolders.abbreviated(photo.folder))") }
    if let day = owner.moment?.dayInWords { parts.append(day) }
    parts += OwnerWords.opinion(of: owner)
    if !owner.people.isEmpty { parts.append("with \(OwnerWords.people(owner.people))") }
    if let place { parts.append("chosen as number \(place)") }
    return "\(number). \(parts.joined(separator: ", "))."
  }

  static func failed(_ reason: String) -> String { "Error: \(reason)." }

  static func refused(_ refusal: Refusal) -> String {
    SpokenText.sentence("not possible now: \(refusal.description)")
  }

  /// - Parameters:
  ///   - keyed: what words would find with keys before them.
  ///   - isFirst: whether no photos have been read out yet.
  static func nothingFound(
    _ result: SearchResult, _ keyed: [SearchResult.KeyedWord], isFirst: Bool
  ) -> String {
    FindTexts.nothingFound(among: result.searchedCount, result.hidden, keyed)
      .withCapital + (isFirst ? ". These are all photos." : ". The list stays as it was.")
  }

  static func chose(_ names: [String], all count: Int) -> String {
    "Chose \(names.joined(separator: ", ")). \(chosenCount(count))"
  }

  static func takenBack(_ name: String, left count: Int) -> String {
    "Took back \(name). \(chosenCount(count))"
  }

  private static func chosenCount(_ count: Int) -> String {
    switch count {
    case 0: "No photo is chosen."
    case 1: "1 photo is chosen."
    default: "\(count) photos are chosen."
    }
  }

  static func chosen(_ selection: Selection) -> [String] {
    [chosenCount(selection.count)]
      + selection.photos.enumerated().map { "\($0 + 1). \($1.name)." }
  }
}
