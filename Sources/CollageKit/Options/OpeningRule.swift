internal import Imaging

/// The rule that a template makes: as many photos as it has openings.
struct OpeningRule: Hashable, Sendable {
  /// The openings' sizes, in pixels of the template.
  let sizes: [PixelSize]
  /// Whether fewer photos are repeated.
  let repeats: Bool

  var count: Int { sizes.count }

  /// How many sizes are told.
  private static let told = 3

  func refusalToAdd(_ added: Int, to chosen: Int) -> Refusal? {
    guard chosen + added > count else { return nil }
    let left = count - chosen
    let rule = Refusal.Rule.openings(count, repeatable: false)
    if chosen == 0 || left < 0 {
      return Refusal(rule: rule, reason: given(chosen + added), remedy: "leave some out")
    }
    return left > 0
      ? Refusal(
        rule: rule, reason: "\(having), so only \(left) more can be added", remedy: "add fewer")
      : Refusal(rule: rule, reason: "\(having), and all are filled", remedy: "remove one first")
  }

  func refusalToSave(_ chosen: Int) -> Refusal? {
    let isRepeatable = chosen > 0 && chosen < count && count % chosen == 0
    guard chosen != count, !(repeats && isRepeatable) else { return nil }
    let more = count - chosen
    return Refusal(
      rule: .openings(count, repeatable: isRepeatable),
      reason: chosen == 0 ? "there are no photos" : given(chosen),
      remedy: more > 0
        ? "add \(more == 1 ? "one" : "\(more)")\(chosen == 0 ? " first" : "")" : "leave some out")
  }

  private func given(_ chosen: Int) -> String {
    "\(having), and \(chosen == 1 ? "1 photo is" : "\(chosen) photos are") given"
  }

  /// "the template has 4 openings (620x410, 620x410, 300x300, …)".
  private var having: String {
    let shown = sizes.prefix(Self.told).map { "\($0)" } + (count > Self.told ? ["…"] : [])
    return "the template has \(count == 1 ? "1 opening" : "\(count) openings") "
      + "(\(shown.joined(separator: ", ")))"
  }
}
