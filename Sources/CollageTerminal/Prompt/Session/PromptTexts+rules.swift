internal import CollageKit

/// The sentences about rules, with the commands that lift them.
extension PromptTexts {
  /// About photos that don't fit any more.
  ///
  /// - Parameter added: how many of the same command did fit.
  static func noRoom(for photos: [Photo], after added: Int, _ refusal: Refusal) -> String {
    "no room for \(names(photos)); \(refusal)\(allowingMore(photos.count, after: added, refusal))"
  }

  /// ", or enter 'max 8' and add it again": for a rule that this lifts; else nothing. What was
  /// added already would be there twice.
  private static func allowingMore(
    _ count: Int, after added: Int, _ refusal: Refusal
  ) -> String {
    guard case .atMost(let limit) = refusal.rule else { return "" }
    let wanted = limit + count
    let isAll = added == 0
    return ", or enter \(isAll ? "" : "'undo', then ")'max \(wanted + wanted % 2)' and add "
      + "\(isAll && count == 1 ? "it" : isAll ? "them" : "all of them") again"
  }

  /// A rule's refusal with the command that lifts it.
  static func refused(_ refusal: Refusal) -> String {
    guard case .evenCountToSave = refusal.rule else { return refusal.description }
    return "\(refusal), or enter 'any-count on'"
  }
}
