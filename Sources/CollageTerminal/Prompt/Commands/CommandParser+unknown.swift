internal import CollageKit
internal import LineEditing

// What is said of words that are no commands.
extension CommandParser {
  /// What is said of a line that begins with neither a command nor a file.
  static func unknown(_ words: [String]) -> String {
    let kinds = "a command nor a file"
    if words.contains(where: SearchWords.isTerm) {
      return "'\(words[0].displayedRaw)' is neither \(kinds); "
        + "'pick \(words.joined(separator: " ").displayedRaw)' searches"
    }
    // "black and white" means what "black-and-white" does.
    let whole = words.count > 1 ? meant(by: words) : []
    guard !whole.isEmpty else {
      let search = SearchWords.bare(words).map { "'pick \($0)' searches for it" }
      return unknown(words[0], kinds, else: answers.contains(words) ? nil : search)
    }
    return "'\(words[0].displayedRaw)' is neither \(kinds); did you mean "
      + "\(whole.map { "'\($0)'" }.joined(separator: " or "))?"
  }

  /// What several words mean together: a command with its words.
  private static func meant(by words: [String]) -> [String] {
    if words[0].lowercased() == "album" {
      let name = words.dropFirst().joined(separator: " ")
      return ["save --album \(ShellWords.quoted(name, as: .backslash))", "pick album \(name)"]
        .map(\.displayedRaw)
    }
    if words.count == 2, let number = Int(count: words[1]),
      let cells = Synonyms.cells(for: words[0], number, photos: 0)
    {
      return [cells]
    }
    return Synonyms.promptNames(for: words.joined(separator: "-"))
  }

  /// What nobody searches for: answers where nothing was asked.
  private static let answers = [["y"], ["yes"], ["n"], ["no"]]

  /// - Parameters:
  ///   - kinds: what the word was expected to be.
  ///   - advice: where it is like no name; nil for the usual one.
  static func unknown(_ word: String, _ kinds: String, else advice: String? = nil) -> String {
    let suggestions = HelpTopic.suggestions(for: word).map { "'\($0)'" }
    let advice =
      suggestions.isEmpty
      ? advice ?? "type help" : "did you mean \(suggestions.joined(separator: " or "))?"
    return "'\(word.displayedRaw)' is neither \(kinds); \(advice)"
  }
}
