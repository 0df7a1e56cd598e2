internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// Who a saved collage knew to be in its photos when their layout was chosen. A collage that is
/// made again takes them as they were known, so that it is laid out as it was.
struct RecordedPeople: Hashable, Sendable {
  struct Known: Hashable {
    /// Nil for nobody.
    let people: ShownPeople?
  }

  private struct Key: Hashable {
    let identity: FileIdentity
    let turn: Turn
  }

  private var known: [Key: Known] = [:]

  /// What it knew of a photo that is turned like this; nil for a photo that it didn't have, or not
  /// turned like this.
  subscript(identity: FileIdentity, turn: Turn) -> Known? {
    get { known[Key(identity: identity, turn: turn)] }
    set { known[Key(identity: identity, turn: turn)] = newValue }
  }
}
