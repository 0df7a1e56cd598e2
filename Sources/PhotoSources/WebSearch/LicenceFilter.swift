/// What a picture's licence must allow.
package enum LicenceFilter: String, CaseIterable, Sendable {
  /// What the services offer, whatever its licence allows.
  case any
  /// Commercial use.
  case commercial
  /// Changing it and passing the result on.
  case modify

  /// Whether a licence allows it, by its short name; unknown ones allow nothing.
  func allows(_ licence: String?) -> Bool {
    guard self != .any else { return true }
    guard let licence else { return false }
    let words = licence.lowercased().split { !$0.isLetter }.map(String.init)
    let forbidding =
      self == .commercial ? ["nc", "noncommercial"] : ["nd", "noderivs", "noderivatives"]
    return !words.contains(where: forbidding.contains)
  }
}
