internal import CollageKit
internal import LineEditing

extension CommandParser {
  /// `add a.jpg b.jpg`, `add --best 6 ~/Pictures/Rome`. The option may also come last.
  static func add(_ words: [ShellWord]) throws(CommandParseError) -> Command {
    let option = "--best"
    let found = words.firstIndex { $0.text == option || $0.text.hasPrefix(option + "=") }
    guard let place = found else { return .add(try paths(words)) }
    var files = words
    var number = files.remove(at: place).text.dropFirst(option.count + 1)
    if number.isEmpty, place < files.count { number = files.remove(at: place).text[...] }
    guard let count = Int(count: number) else {
      throw CommandParseError(
        number.isEmpty
          ? "--best needs a number of photos, such as --best 6"
          : "'\(String(number).displayedRaw)' is not a number of photos; give one, such as 6")
    }
    if files.isEmpty { throw CommandParseError("missing: \(CommandName.add.usage)") }
    return .addBest(count, try paths(files))
  }
}
