internal import CollageKit
internal import LineEditing
internal import PhotoCodecs

// Commands that name files, whose names may have spaces that nobody has quoted.
extension CommandParser {
  /// The command that a line's first word is only the beginning of, in whatever case; nil for a
  /// whole name, and for anything else.
  static func abbreviated(in line: String) -> (short: String, whole: String)? {
    guard let first = ShellWords.split(line).first, !HelpTopic.isName(first.text),
      first.text != "?", first.text.lowercased() != "exit", PathWord(first)?.exists != true,
      case let names = HelpTopic.names(beginning: first.text), names.count == 1,
      SpellingSuggestion.canBeName(first.text)
    else { return nil }
    return (first.text, names[0])
  }

  /// One file, whose name may have spaces that nobody has quoted. Looks at the disk.
  static func oneFile(
    _ words: ArraySlice<ShellWord>, _ name: CommandName
  ) throws(CommandParseError) -> PathWord {
    let typed = PathWord.typed(try paths(Array(words)))
    if typed.count > 1 { throw tooMany(name) }
    return typed[0]
  }

  /// A hyphen begins an option, as on the command line; the word after `--` is a file name, taken
  /// literally.
  static func save(_ words: [ShellWord]) throws(CommandParseError) -> Command {
    var target = SaveTarget()
    var rest = words[...]
    func next() throws(CommandParseError) -> ShellWord {
      guard let word = rest.popFirst() else {
        throw CommandParseError("missing: \(CommandName.save.usage)")
      }
      return word
    }
    var typed: [ShellWord] = []
    func setFile(_ words: [ShellWord]) throws(CommandParseError) {
      if target.file != nil { throw tooMany(.save) }
      target.file = try output(words)
    }
    while let word = rest.popFirst() {
      switch word.text {
      case "--album": target.album = try album(next().text)
      case "-o", "--output": try setFile([next()])
      case "--":
        try setFile([next()])
        target.addsExtension = false
      case let option where option.count > 1 && option.hasPrefix("-"):
        let usage = "usage: \(CommandName.save.usage) (after --, a name may start with -)"
        throw CommandParseError("save has no option '\(option.displayedRaw)'; \(usage)")
      default: typed.append(word)
      }
    }
    // `save as out.jpg`: nobody means a file "as out.jpg".
    if typed.count > 1, ["as", "to"].contains(typed[0].text.lowercased()) { typed.removeFirst() }
    if !typed.isEmpty { try setFile(typed) }
    return .save(target)
  }

  /// Several words are a name with spaces, which nobody has quoted, if only the last one ends as
  /// files do that can be written. A leading `~/` is the home folder, also within quotes, which
  /// people put around a whole path.
  private static func output(_ words: [ShellWord]) throws(CommandParseError) -> OutputFile {
    let ends = words.map { isPicture($0.fileName) }
    if words.count > 1, ends.firstIndex(of: true) != words.count - 1 { throw tooMany(.save) }
    var parts = try paths(words)
    if let first = words.first, first.fileName.hasPrefix("~/"),
      let inHome = PathWord(first.fileName, startsWithTilde: true)
    {
      parts[0] = inHome
    }
    let namesFolder = words.last?.fileName.hasSuffix("/") == true
    return OutputFile(PathWord.joined(parts).path, namesFolder: namesFolder)
  }

  /// Whether a name ends as files do that can be written.
  private static func isPicture(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && OutputFormat(String(parts[parts.count - 1])) != nil
  }

  private static func album(_ word: String) throws(CommandParseError) -> AlbumName {
    do throws(AlbumNameError) {
      return try AlbumName(LosslessText.bytes(of: word))
    } catch {
      throw CommandParseError(error.description)
    }
  }

  /// An id or a file names a collage; other words search the library.
  static func open(_ words: [ShellWord]) throws(CommandParseError) -> Command {
    guard let word = words.first else { return .open(nil) }
    if words.count == 1 {
      if CollageReference.isFile(word.text) { return .open(.file(try path(word).path)) }
      if let id = AssetIDPrefix(word.text) { return .open(.id(id)) }
      // A folder is none, but may be called what a collage is.
      if let file = PathWord(word), file.exists, !file.isFolder {
        return .open(.file(file.path))
      }
    } else if let file = (try? paths(words)).map(PathWord.joined), file.exists {
      return .open(.file(file.path))
    }
    return .findSaved(LosslessText.bytes(of: words.map(\.text).joined(separator: " ")))
  }
}
