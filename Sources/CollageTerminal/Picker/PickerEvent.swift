internal import Imaging
internal import LineEditing
internal import PhotoSources
internal import SystemPackage

/// What a picker is told. Each event is answered with effects.
enum PickerEvent {
  /// The user has pressed a key.
  case key(PickerKey)
  /// A key that was held back, or that follows from another one.
  case perform(PickerKey)
  /// What is at the place that `locate` has asked for.
  case located(Target?, for: PickerEffect.Purpose)
  /// Whether a hit's mark could be changed, as `toggle` has asked for.
  ///
  /// - Parameter refusal: why it couldn't; nil where it was changed.
  case toggled(refusal: String?, next: PickerEffect.Next)
  /// Hits are marked together, as `selectAll` or `chooseBest` has asked for.
  ///
  /// - Parameters:
  ///   - text: what to say, such as why some are not marked; nil for nothing.
  ///   - key: the key that did it, and takes them back if it is pressed again; nil if none is marked.
  case selectedTogether(text: String?, by: PickerKey?)
  /// All photos were compared, because the user wanted it.
  case compared
  /// What the user should know, until the next key; nil for nothing.
  case told(String?)
  /// A mark was taken back because its photo is useless, for the reason that is told.
  case takenBack(String)
  /// Something has arrived for which keys may have waited.
  case arrived
  /// All that can be done now is done.
  case settled
  /// The window has another size, or pictures are shown in another way.
  case resized
  /// What is to be seen is wanted.
  case drawn
  /// The picker must end without a choice.
  case stopped

  /// What is at a place of the window.
  enum Target {
    /// - Parameters:
    ///   - place: among the hits.
    ///   - isMarked: whether it is one of the chosen photos.
    case photo(PickerPhoto, place: Int, isMarked: Bool)
    case key(Key)
    /// What is said of the series of the photo at a place among the hits.
    case series(place: Int)
    /// The shown folder, or one so many levels above it.
    case folder(levelsUp: Int)
    case collage
  }
}

/// What a picker wants done, in this order.
enum PickerEffect: Hashable {
  /// Why a place of the window is asked for.
  enum Purpose: Hashable {
    case click
    case rightClick
    /// By one row: 1 is down.
    case scroll(Int)
  }

  /// What follows once a hit's mark is changed.
  enum Next: Hashable {
    case stay
    /// The highlight goes on to the next hit.
    case advance
    /// The picker ends.
    case finish
  }

  // The search and its hits.
  case type([UInt8], searches: Bool)
  case order(SearchOrder)
  case searchAgain
  /// Searches for the term without waiting for a pause in typing.
  case searchNow
  case searchWeb
  case show([FilePath])
  case grid(columns: Int, rows: Int)

  // Series among the hits.
  case toggleSeries
  case toggleAllSeries
  /// The user doesn't want all photos to be compared any more.
  case stopComparing

  // The highlight.
  case moveTo(Int)
  case move(Int)
  case moveRows(Int)
  case movePages(Int)
  case moveToFirst
  case moveToLast
  case scroll(Int)

  // The marks, and the collage that is made of them.
  case toggle(next: Next)
  /// Marks all hits, as far as the rules allow.
  case selectAll
  /// Takes the marks of the hits back that were marked together.
  case deselectAll
  /// Marks the best hits as soon as they are compared, as many as the rules allow.
  case chooseBest
  /// Takes the highlighted photo's mark back, or else the last.
  case takeBack
  case turn(Turn)
  /// Another layout, so many ranks further.
  case pickLayout(Int)

  // What follows.
  case perform([PickerKey])
  case locate(row: Int, column: Int, for: Purpose)

  // The window.
  case fitCollage
  /// Loads what is shown now, and draws it.
  case refresh
  case draw
  /// The photo that was shown large isn't any more.
  case stopLarge
  case redraw
  case suspend

  // The end: the window is given back; the photos are taken, or left.
  case close
  case take
  case leave

  /// Whether other hits than before are wanted.
  var changesSearch: Bool {
    switch self {
    case .type, .order, .searchAgain, .searchNow, .searchWeb, .show: true
    default: false
    }
  }
}
