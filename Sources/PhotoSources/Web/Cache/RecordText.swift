/// The form of small files of ours: a line that names the form, a line for each fact, and a last
/// line, without which the file isn't complete.
enum RecordText {
  private static let lastLine = "end"

  static func text(_ form: String, _ lines: [String]) -> String {
    ([form] + lines + [lastLine]).map { $0 + "\n" }.joined()
  }

  /// The lines with the facts; nil for text that isn't complete, or of another form.
  static func lines(of text: String, _ form: String) -> ArraySlice<Substring>? {
    // By bytes: a carriage return at the end of a value would be one character with the line's end.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Substring.init)
    guard lines.count > 2, lines[0] == form, lines[lines.count - 2] == lastLine, lines.last == ""
    else { return nil }
    return lines.dropFirst().dropLast(2)
  }
}
