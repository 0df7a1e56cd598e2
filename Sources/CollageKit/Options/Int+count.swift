extension Int {
  /// The largest number that is read as it is. No collage, library or machine has as many of
  /// anything, and no sum or product of a few such numbers overflows.
  package static let maxCount = 1_000_000_000

  /// A number from 1 on that a user or a file gives: of photos, pages, threads; nil for any other.
  /// Larger ones than `maxCount` are read as that.
  package init?(count: Int) {
    guard count > 0 else { return nil }
    self = Swift.min(count, Self.maxCount)
  }

  /// The same as text; nil for what is no whole number from 1 to 2^63 - 1.
  package init?(count text: some StringProtocol) {
    guard let number = Int(text) else { return nil }
    self.init(count: number)
  }
}
