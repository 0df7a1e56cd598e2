extension ArraySlice<UInt8> {
  /// The first occurrence of these bytes; nil if there is none. Many times as fast as
  /// `firstRange(of:)`.
  ///
  /// - Parameter word: not empty.
  func range(of word: [UInt8]) -> Range<Int>? {
    var rest = self
    while let start = rest.firstIndex(of: word[0]) {
      if rest[start...].starts(with: word) { return start..<start + word.count }
      rest = rest[(start + 1)...]
    }
    return nil
  }
}
