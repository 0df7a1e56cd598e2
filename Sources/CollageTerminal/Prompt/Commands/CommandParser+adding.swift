internal import LineEditing

extension CommandParser {
  /// `add a.jpg b.jpg`, `add --best 6 ~/Pictures/Rome`.
  static func add(_ words: [ShellWord]) throws(CommandParseError) -> Command {
    guard words[0].text == "--best" else { return .add(try paths(words)) }
    guard words.count > 2 else {
      throw CommandParseError("missing: \(CommandName.add.usage)")
    }
    guard let count = Int(words[1].text), count > 0 else {
      throw CommandParseError(
        "'\(words[1].text.displayedRaw)' is not a number of photos; give one, such as 6")
    }
    return .addBest(count, try paths(Array(words.dropFirst(2))))
  }
}
