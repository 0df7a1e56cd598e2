internal import PhotoSources
internal import TerminalPictures

/// What a picker's model must know besides its own state, as it is when an event arrives.
struct PickerFacts {
  /// The search, its hits and the highlight.
  var search: PickerState
  var size: TerminalSize
  var pictureMode: PictureMode
  /// Whether the header of the highlighted photo is known, or why it can't be.
  var isHighlightedRead: Bool
  /// Whether the headers of all hits that can be marked together are known.
  var isAllRead: () -> Bool = { true }
  /// Whether the service on the web should be asked for this term while it is typed.
  var isWorthSearching: ([UInt8]) -> Bool = { _ in true }
  /// Whether any photo is marked.
  var hasMarks: Bool
  /// Whether the collage had photos when the picker was opened.
  var hasBase: Bool
  /// Whether it is known that the marked photos can be decoded.
  var isChecked: Bool
  /// Whether the user may turn photos.
  var turnsPhotos: Bool
  /// The name of the service that is searched on the web.
  var service: String
  /// When the last keys came.
  var now: ContinuousClock.Instant

  /// Whether to be done means to choose the highlighted photo: there is no other.
  var wantsHighlighted: Bool { !hasBase && !hasMarks }
}
