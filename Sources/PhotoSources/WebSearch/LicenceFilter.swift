/// What a picture's licence must allow.
package enum LicenceFilter: String, CaseIterable, Sendable {
  /// Everything that the services offer, whatever its licence.
  case any
  /// Commercial use.
  case commercial
  /// Changing it and passing the result on.
  case modify

  /// Whether a licence, given by its short name, allows this; an unknown one allows nothing.
  func allows(_ licence: String?) -> Bool {
    guard self != .any else { return true }
    guard let licence else { return false }
    let words = licence.lowercased().split { !$0.isLetter }.map(String.init)
    let forbidding =
      self == .commercial ? ["nc", "noncommercial"] : ["nd", "noderivs", "noderivatives"]
    return !words.contains(where: forbidding.contains)
  }
}
