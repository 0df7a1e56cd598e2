// Splits what users write by code points: if a combining mark follows a separator, it forms one
// character with it, so that splitting by characters would miss the separator.
extension StringProtocol {
  /// The parts between separators, including empty ones.
  package func parts(at separator: Unicode.Scalar, maxSplits: Int = .max) -> [String] {
    String(self).unicodeScalars.split(
      separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: false
    )
    .map { String($0) }
  }
}
