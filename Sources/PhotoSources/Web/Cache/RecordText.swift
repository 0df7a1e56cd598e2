/// The format of the cache's small files: a line with the format's name, a line for each fact, and
/// a closing line, without which the file is incomplete.
enum RecordText {
  private static let lastLine = "end"

  static func text(_ form: String, _ lines: [String]) -> String {
    ([form] + lines + [lastLine]).map { $0 + "\n" }.joined()
  }

  /// The lines with the facts; nil for text that is incomplete or of another format.
  static func lines(of text: String, _ form: String) -> ArraySlice<Substring>? {
    // Split by bytes: a carriage return at the end of a value would form one character with the
    // line feed.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Substring.init)
    guard lines.count > 2, lines[0] == form, lines[lines.count - 2] == lastLine, lines.last == ""
    else { return nil }
    return lines.dropFirst().dropLast(2)
  }
}
