/// Why a picker doesn't mark or choose a photo.
package enum PickerRefusal: Error, Hashable, Sendable {
  /// The rule that the picker was given refuses it, with its reason.
  case rule(String)
  /// The photo can't be decoded, with the reason.
  case broken(String)
  /// There is no photo to mark or to choose.
  case nothingThere
}
