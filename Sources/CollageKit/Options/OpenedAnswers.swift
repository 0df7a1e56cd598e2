internal import PhotoLayouts

/// What was asked for when a collage that is open now was made, as far as its frames and crops
/// don't tell it.
struct OpenedAnswers: Hashable, Sendable {
  /// The recipe without these answers, as JSON.
  let recipe: String
  /// Nil where it is that of the recipe, and where another one was chosen since.
  var pick: Int?
  /// Of each photo, as recipes write it.
  let focus: [String?]
  /// The points that were found for photos whose crops nobody chose.
  let found: Set<FocusPoint>
  /// Whether the same request gives the same layout now: in the same picture version.
  let areRepeatable: Bool
}

extension CollageOptions {
  /// Has layouts chosen as they were asked for: which of them cuts nobody was found for other frames.
  mutating func forgetFoundPick() {
    guard let pick = opened?.pick else { return }
    layout.pick = pick
    opened?.pick = nil
  }

  /// Without what was found for faces, which nobody chose: as it is shown.
  package var withoutFound: CollageOptions {
    var options = self
    options.forgetFoundPick()
    options.forgetFoundFocuses()
    return options
  }

  /// Has faces looked for again where nobody chose how a photo is cropped: what was found was found
  /// for other frames.
  mutating func forgetFoundFocuses() {
    for place in photos.indices {
      switch photos[place].focus {
      case .settled: photos[place].focus = nil
      case .point(let point) where opened?.found.contains(point) == true:
        photos[place].focus = nil
      case .point, .centre, nil: break
      }
    }
  }
}
