@testable import LineEditing

/// Bytes come back from text, and any text comes back from a line in which it is quoted.
func checkWords(_ bytes: [UInt8]) throws(BrokenPromise) {
  let text = LosslessText.text(of: bytes)
  try expect(LosslessText.bytes(of: text) == bytes, "bytes come back from text")
  for word in ShellWords.split(text) {
    try expect(
      word.range.lowerBound >= text.startIndex && word.range.upperBound <= text.endIndex,
      "a word is in the line")
    _ = (word.fileName, word.bytes)
  }
  _ = ShellWords.lines(of: text)
  guard !text.isEmpty else { return }
  let quote = [ShellWord.Quote.single, .double, .backslash][bytes.choice(of: 3)]
  let line = ShellWords.quoted(text, as: quote)
  let words = ShellWords.split(line).map(\.text)
  try expect(
    words == [text], "\(text.debugDescription) comes back from \(line.debugDescription): \(words)")
}
