package import PhotoCodecs

/// A photo of a picker as the user has turned it.
package struct TurnedPhoto: Hashable, Sendable {
  package let photo: PickerPhoto
  package let turn: Turn
}

extension PickerState {
  package func turned(_ photo: PickerPhoto) -> TurnedPhoto {
    TurnedPhoto(photo: photo, turn: turns.isEmpty ? .none : turns[photo.id] ?? .none)
  }
}
