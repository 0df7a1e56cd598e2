internal import CollageKit
internal import CollageTerminal
internal import SystemPackage

/// What `collage next` says.
enum NextTexts {
  static func begunAnew(_ file: FilePath, _ fault: NextStateFault) -> String {
    switch fault {
    case .otherVersion:
      "\(file.displayed): this was written by another version of collage; all photos count as not "
        + "yet shown"
    case .damaged, .foreign:
      "\(file.displayed): this is damaged; all photos count as not yet shown"
    }
  }

  static func foreign(_ file: FilePath) -> CommandFailure {
    CommandFailure(
      .cannotCreate,
      "\(file.displayed): this isn't what 'collage next' remembers; name another file with --state")
  }

  static func stateFailure(_ file: FilePath, _ errno: Errno) -> CommandFailure {
    CommandFailure(
      .cannotCreate,
      "\(file.displayed): what was shown can't be kept here: \(errno.description); name another "
        + "file with --state")
  }

  /// That two pictures take turns, though nobody asked for that.
  static func shared(_ other: FilePath) -> String {
    "\(other.displayed) comes from the same series, so what this picture shows doesn't come there; "
      + "--series and a name give it one of its own"
  }

  static func noPhotos(in folders: [FilePath]) -> String {
    "\(FindTexts.noPhotos(in: folders)); name another folder"
  }

  /// That words which could be folders are none; empty if there are none.
  static func note(onWords words: [String]) -> String {
    let bare = words.filter { SearchWords.bare([$0]) != nil }
    return bare.isEmpty ? "" : "; \(FindTexts.takenForWords(bare)); name folders with a slash"
  }

  static let notToday = "no photo was taken on this day; showing those of this week in any year"
  static let notThisWeek = "no photo was taken in this week of any year; showing all"
  static let noneLeft = "none of these photos can be shown; see the messages above"
  static let nothingShown = "no picture was shown yet; make one without --back and --keep first"
  static let gone = "no photo of that picture is there any more; make the next one instead"
}
