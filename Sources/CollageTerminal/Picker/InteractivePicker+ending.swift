internal import CollageKit

extension InteractivePicker {
  /// How a picker ends.
  enum Ending {
    /// The user wants this to be the collage, and perhaps to arrange it.
    case taken(Selection, arranging: Bool)
    /// The user has left; this was marked.
    case left(Selection)
  }
}
