internal import CollageKit
internal import Imaging
internal import LineEditing
internal import PhotoSources
internal import SystemPackage
internal import TerminalPictures

/// What happens to a picker. Each event has one reaction.
enum PickerEvent {
  /// The user has pressed a key.
  case key(PickerKey)
  /// Something has arrived: hits, a header, a picture, the collage.
  case arrived
  /// All photos were compared, because the user wanted it.
  case compared
  /// The best of them are marked, as the user wanted.
  ///
  /// - Parameter text: what to say of it.
  case selectedBest([PickerPhoto], text: String)
  /// A mark was taken back because its photo is useless, for the reason that is told.
  case takenBack(String)
  /// The window has another size, or pictures are shown in another way.
  case resized
  /// The picker must end without a choice.
  case stopped
}

/// What is at a place of a picker's window.
enum PickerTarget {
  /// - Parameter place: among the hits.
  case photo(PickerPhoto, place: Int)
  case key(Key)
  /// What is said of the series of the photo at a place among the hits.
  case series(place: Int)
  /// The shown folder, or one so many levels above it.
  case folder(levelsUp: Int)
  case collage
}

/// What a picker does to the world.
enum PickerEffect: Hashable {
  // The search.
  case type([UInt8], searches: Bool)
  /// Searches for the term without waiting for a pause in typing.
  case searchNow
  case searchAgain
  case order(SearchOrder)
  case searchWeb
  case show([FilePath])
  /// Unfolds a photo's series, or folds it again; nil for all series.
  case toggleSeries(PickerPhoto?)

  // The marks, and the collage that is made of them.
  /// Marks a photo whose header is read, or takes its mark back.
  case toggle(PickerPhoto)
  /// Takes a photo's mark back; nil for the last one.
  case takeBack(PickerPhoto?)
  case turn(PickerPhoto, Turn)
  /// Another layout, so many ranks further.
  case pickLayout(Int)

  // The window.
  case redraw
  case suspend

  // The end: the photos are taken, and perhaps arranged, or left.
  case take(arranging: Bool)
  case leave

  /// Whether other hits than before are wanted.
  var changesSearch: Bool {
    switch self {
    case .type, .order, .searchAgain, .searchNow, .searchWeb, .show: true
    default: false
    }
  }
}

/// What a picker's model must know of the world, as it is at the moment, and what it does there.
protocol PickerWorld {
  /// The search and its hits.
  var search: PickerState { get }
  var size: TerminalSize { get }
  var pictureMode: PictureMode { get }
  /// Whether any photo is marked.
  var hasMarks: Bool { get }
  /// Whether the collage had photos when the picker was opened.
  var hasBase: Bool { get }
  /// Whether it is known that the marked photos can be decoded.
  var isChecked: Bool { get }
  /// Why no photo can be marked; nil where one can.
  var refusalToAdd: String? { get }
  /// Whether the user may turn photos.
  var turnsPhotos: Bool { get }
  /// Whether the photos can be arranged once they are taken.
  var canArrange: Bool { get }
  /// Whether leaving drops marks that weren't there before.
  var losesMarks: Bool { get }
  /// The name of the service that is searched on the web.
  var service: String { get }
  /// When the last keys came.
  var now: ContinuousClock.Instant { get }

  /// Whether the header of a hit is known, or why it can't be.
  func isRead(_ hit: PickerPhoto) -> Bool
  func isMarked(_ hit: PickerPhoto) -> Bool
  /// The hits that can be marked together, in the order in which they are marked.
  ///
  /// - Parameter place: of the first hit in the window.
  func selectable(from place: Int) -> [PickerPhoto]
  /// Whether the service on the web should be asked for this term while it is typed.
  func isWorthSearching(_ term: [UInt8]) -> Bool
  /// What is shown at a place of the window; nil for nothing.
  func target(row: Int, column: Int) -> PickerTarget?

  /// - Returns: why it can't be done; nil if it was.
  func perform(_ effect: PickerEffect) -> String?
}

extension PickerWorld {
  /// Whether to be done means to choose the highlighted photo: there is no other.
  var wantsHighlighted: Bool { !hasBase && !hasMarks }
}
