internal import CollageKit

extension InteractivePicker {
  /// How a picker ends.
  enum Ending {
    /// The user wants this to be the collage.
    case taken(Selection)
    /// The user has left; this was marked.
    case left(Selection)
  }
}
