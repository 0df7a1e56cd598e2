/// The word that a completion is about: the one that reaches to the cursor, or an empty one where a blank comes before it.
package struct WordUnderCursor: Hashable, Sendable {
  /// The words before it, the command first.
  package let preceding: [ShellWord]
  /// The part of the word before the cursor.
  package let word: ShellWord
  /// The line from the cursor on.
  package let after: String

  /// The line before the word, as it stands.
  let rawBefore: String

  package init(before: String, after: String) {
    let words = ShellWords.split(before)
    let last = words.last ?? ShellWord(at: before.endIndex)
    // A blank at the end of the line is in no word, unless a quote holds it.
    let reachesCursor = !words.isEmpty && last.range.upperBound == before.endIndex
    word = reachesCursor ? last : ShellWord(at: before.endIndex)
    preceding = reachesCursor ? words.dropLast() : words
    rawBefore = String(before.unicodeScalars[..<word.range.lowerBound])
    self.after = after
  }
}
