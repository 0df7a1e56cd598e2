// What users write is split by its code points: a mark behind a separator belongs to what follows,
// and makes one character of both.
extension StringProtocol {
  /// The parts between these separators, also empty ones.
  package func parts(at separator: Unicode.Scalar, maxSplits: Int = .max) -> [String] {
    String(self).unicodeScalars.split(
      separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: false
    )
    .map { String($0) }
  }
}
