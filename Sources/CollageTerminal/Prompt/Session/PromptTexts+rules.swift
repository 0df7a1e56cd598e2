internal import CollageKit

/// The sentences about rules, with the commands that lift them.
extension PromptTexts {
  static func noRoom(for photos: [Photo], _ refusal: Refusal) -> String {
    "no room for \(names(photos)); \(refusal)\(allowingMore(photos.count, refusal))"
  }

  /// ", or enter 'max 8' and add it again": for a rule that this lifts; else nothing.
  private static func allowingMore(_ count: Int, _ refusal: Refusal) -> String {
    guard case .atMost(let limit) = refusal.rule else { return "" }
    let wanted = limit + count
    return ", or enter 'max \(wanted + wanted % 2)' and add \(count == 1 ? "it" : "them") again"
  }

  /// A rule's refusal with the command that lifts it.
  static func refused(_ refusal: Refusal) -> String {
    guard case .evenCountToSave = refusal.rule else { return refusal.description }
    return "\(refusal), or enter 'any-count on'"
  }
}
