internal import CollageTerminal
internal import LineEditing

/// The answer to a shell: a line that says which kind of files to list, then a line for each
/// candidate. For bash there are two lines in between: the beginning of the file's name, and what
/// precedes it in the same word.
enum CompletionAnswer {
  private enum Shell: String { case bash, zsh, fish }

  /// - Parameter arguments: the shell's name; then, for bash, the line up to the cursor and the
  ///   word that bash is completing, which it also splits at `=` and `:`; for other shells, the
  ///   words after the program's name.
  static func bytes(_ arguments: [String]) throws(CommandFailure) -> [UInt8] {
    guard let shell = arguments.first.flatMap({ Shell(rawValue: $0) }),
      shell != .bash || arguments.count == 3
    else {
      throw CommandFailure(
        .usage, "\(Completer.option) is for the scripts of '\(CommandRouting.generateOption)'")
    }
    let lines =
      switch shell {
      case .bash: bash(arguments[1], arguments[2])
      case .zsh: answer(arguments.dropFirst(), zshLine)
      case .fish: answer(arguments.dropFirst(), \.line)
      }
    return LosslessText.bytes(of: lines.map { $0 + "\n" }.joined())
  }

  /// Bash shows no descriptions, and inserts words unchanged after an open quote.
  private static func bash(_ line: String, _ word: String) -> [String] {
    let words = ShellWords.split(line)
    let isNew = words.last.map { $0.range.upperBound < line.endIndex } ?? true
    let texts = words.dropFirst().map(\.text) + (isNew ? [""] : [])
    let completer = Completer(Array(texts))
    let typed = Array((texts.last ?? "").utf8)
    let quote = isNew ? .backslash : words.last?.openQuote ?? .backslash
    // If a quote is open, bash names only the part of the word after it.
    let opening = quote == .single ? "'" : quote == .double ? "\"" : ""
    let part = Array((ShellWords.split(opening + word).last?.text ?? "").utf8)
    // The part that bash takes for an earlier word. Compares bytes, because bash doesn't know
    // combined characters.
    let dropped = typed.suffix(part.count) == part[...] ? typed.count - part.count : 0
    func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    let candidates = completer.candidates.map { text(Array($0.text.utf8).dropFirst(dropped)) }
      .filter { !$0.isEmpty }.map { inserted($0, behind: quote) }
    let option = Array(completer.option.utf8).dropFirst(dropped)
    return [completer.files.rawValue, text(part.dropFirst(option.count)), text(option)] + candidates
  }

  /// The text to insert after an open quote so that bash reads it as intended; bash closes the
  /// quote itself.
  private static func inserted(_ text: String, behind quote: ShellWord.Quote) -> String {
    if quote == .backslash { return ShellWords.quoted(text, as: .backslash) }
    // Works on scalars, because a quote or another sign may be followed by a combining mark.
    let scalars = ShellWords.quoted(text, as: quote, isOpen: true).unicodeScalars.dropFirst()
    // In double quotes bash expands `!` from its history, and a backslash before it would stay.
    return scalars.map { $0 == "!" && quote == .double ? #""'!'""# : String($0) }.joined()
  }

  private static func answer(_ words: ArraySlice<String>, _ line: (Candidate) -> String) -> [String]
  {
    let completer = Completer(Array(words))
    return [completer.files.rawValue] + completer.candidates.map(line)
  }

  /// A colon separates the description, so one in the text must be escaped.
  private static func zshLine(_ candidate: Candidate) -> String {
    let text = candidate.text.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    return candidate.description.isEmpty ? text : "\(text):\(candidate.description)"
  }
}
