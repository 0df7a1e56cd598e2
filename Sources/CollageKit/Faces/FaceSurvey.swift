internal import PhotoCodecs
internal import PhotoLayouts

/// Who is in photos whose layout will be chosen by that.
struct FaceSurvey: Sendable {
  /// What the layout has to know of each photo, in order; nil for nobody.
  var people: [ShownPeople?]
  /// What crops should keep, by place, as far as it was looked for.
  var regions: [Int: [PhotoRegion]] = [:]
}

/// Who a saved collage knew to be in its photos when their layout was chosen. A collage that is
/// made again takes them as they were known, so that it is laid out as it was.
struct RecordedPeople: Hashable, Sendable {
  private struct Key: Hashable {
    let identity: FileIdentity
    let turn: Turn
  }

  struct Known: Hashable {
    /// Nil for nobody.
    let people: ShownPeople?
  }

  private let known: [Key: Known]

  /// - Parameter people: of each photo, as it is turned by its options.
  init(_ people: [ShownPeople?], in photos: [Photo], _ options: CollageOptions) {
    known = Dictionary(
      zip(photos, people).enumerated().map { place, photo in
        (Key(identity: photo.0.identity, turn: options[photo: place].turn), Known(people: photo.1))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Nil for a photo that it didn't have, or not turned like this.
  subscript(photo: Photo, turn: Turn) -> Known? {
    known[Key(identity: photo.identity, turn: turn)]
  }
}
