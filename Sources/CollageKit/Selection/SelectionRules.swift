/// What the number of chosen photos allows.
package struct SelectionRules: Hashable, Sendable {
  /// The most photos of one collage; 6 by default.
  package var most: Int
  /// Whether a collage must have an even number of photos; true by default.
  package var needsEvenCount: Bool

  package init(most: Int = 6, needsEvenCount: Bool = true) {
    self.most = most
    self.needsEvenCount = needsEvenCount
  }

  /// Why `added` more photos can't join `count`; nil when they can.
  package func refusalToAdd(_ added: Int = 1, to count: Int) -> Refusal? {
    guard count + added > most else { return nil }
    let given = count == 0 ? "\(added) photos are given" : "there is room for \(max(most - count, 0)) more"
    return Refusal(reason: "\(most) photos are the most, \(given)", remedy: "leave some out, or raise it with --max")
  }

  /// Why a collage of `count` photos can't be saved; nil when it can.
  package func refusalToSave(_ count: Int) -> Refusal? {
    if count == 0 {
      return Refusal(reason: "there are no photos", remedy: needsEvenCount ? "add two first" : "add one first")
    }
    if needsEvenCount, count % 2 != 0 {
      return Refusal(
        reason: "a collage needs an even number of photos, not \(count)",
        remedy: count < most ? "add or remove one, or give --any-count" : "remove one, or give --any-count")
    }
    return nil
  }

  /// Why a selection of `count` photos can't be cleared; nil when it can.
  package func refusalToClear(_ count: Int) -> Refusal? {
    count == 0 ? Refusal(reason: "there is nothing to clear", remedy: "add photos first") : nil
  }
}
