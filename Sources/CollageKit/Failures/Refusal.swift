/// Why a rule refuses an action, and what would help.
package struct Refusal: Hashable, Sendable, CustomStringConvertible {
  /// The rule that refuses.
  package enum Rule: Hashable, Sendable {
    case atMost(Int)
    case evenCountToSave
    /// As many photos as a template has openings; whether they could be repeated.
    case openings(Int, repeatable: Bool)
    case noneMissing
    case somethingChosen
    case existingPhotos
    case severalChosen
    case somethingToUndo
    case somethingToRedo
    case notWhileSaving
  }

  package let rule: Rule
  /// "a collage needs an even number of photos, not 3".
  package let reason: String
  /// "add or remove one".
  package let remedy: String

  package var description: String { "\(reason); \(remedy)" }
}
