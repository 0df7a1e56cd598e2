/// An action on a selection. `allCases` is in the order in which interfaces show them.
package enum SelectionAction: String, Hashable, Sendable, CaseIterable {
  case add
  case remove
  /// Moving one photo, or swapping two.
  case move
  case replace
  case clear
  /// Changing an option of the collage or of a photo.
  case set
  /// Taking over another selection: a saved collage's, or a picker's.
  case reopen
  case undo
  case redo
  case save

  /// Whether it is refused where there are no photos.
  var needsPhotos: Bool {
    switch self {
    case .remove, .move, .replace, .clear, .save: true
    case .add, .set, .reopen, .undo, .redo: false
    }
  }
}
