package import SystemPackage

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
  /// How many photos there are, if that is what the rule is about.
  package var count: Int?

  /// How many photos the rules allow that are the best of those; nil where there is no such number.
  package var bestCount: Int? {
    switch rule {
    case .atMost(let limit): limit > 1 ? limit - limit % 2 : nil
    case .evenCountToSave: count.flatMap { $0 > 2 ? $0 - 1 : nil }
    default: nil
    }
  }

  package var description: String { "\(reason); \(remedy)" }

  /// The same about photos of which some are collages of this program, which may be why there are
  /// so many.
  package func naming(collages: [FilePath]) -> Refusal {
    switch rule {
    case .atMost where !collages.isEmpty, .evenCountToSave where !collages.isEmpty:
      Refusal(
        rule: rule, reason: "\(reason), of which \(collages.asCollages)", remedy: remedy,
        count: count)
    default: self
    }
  }
}

extension CollageError {
  /// The same about photos of which some are collages of this program; asks for these only where a
  /// rule refuses.
  package func naming(collages: @autoclosure () -> [FilePath]) -> CollageError {
    guard case .refused(let refusal) = self else { return self }
    return .refused(refusal.naming(collages: collages()))
  }
}

extension Collection<FilePath> {
  /// "out.jpg is itself a collage", "a.jpg, b.jpg are themselves collages".
  package var asCollages: String {
    map(\.displayed).listed + (count == 1 ? " is itself a collage" : " are themselves collages")
  }
}
