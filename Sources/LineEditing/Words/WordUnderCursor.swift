/// The word to complete: the one that ends at the cursor, or an empty one if the cursor follows a
/// blank.
package struct WordUnderCursor: Hashable, Sendable {
  /// The words before it, the command first.
  package let preceding: [ShellWord]
  /// The part of the word before the cursor.
  package let word: ShellWord
  /// The rest of the line, from the cursor on.
  package let after: String

  /// The line before the word, unchanged.
  let rawBefore: String

  package init(before: String, after: String) {
    let words = ShellWords.split(before)
    let last = words.last ?? ShellWord(at: before.endIndex)
    // A blank at the end of the line belongs to no word, unless it is quoted.
    let reachesCursor = !words.isEmpty && last.range.upperBound == before.endIndex
    word = reachesCursor ? last : ShellWord(at: before.endIndex)
    preceding = reachesCursor ? words.dropLast() : words
    rawBefore = String(before.unicodeScalars[..<word.range.lowerBound])
    self.after = after
  }
}
