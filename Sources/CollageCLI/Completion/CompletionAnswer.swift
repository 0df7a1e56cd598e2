internal import LineEditing

/// The answer to a shell's question: a line that says which files are offered, then a line for each candidate.
enum CompletionAnswer {
  private enum Shell: String { case bash, zsh, fish }

  /// - Parameter arguments: the shell's name; then for bash the line up to the cursor and the word that bash completes,
  ///   which it also ends at `=` and `:`, for the others the words after the program's name.
  static func bytes(_ arguments: [String]) throws(CommandFailure) -> [UInt8] {
    guard let shell = arguments.first.flatMap({ Shell(rawValue: $0) }), shell != .bash || arguments.count == 3 else {
      throw CommandFailure(.usage, "\(Completer.option) is for the scripts of '\(GenerateCommand.option)'")
    }
    let lines =
      switch shell {
      case .bash: bash(arguments[1], arguments[2])
      case .zsh: answer(arguments.dropFirst(), zshLine)
      case .fish: answer(arguments.dropFirst(), \.line)
      }
    return LosslessText.bytes(of: lines.map { $0 + "\n" }.joined())
  }

  /// Bash shows no descriptions, and inserts words as they are, behind the quote that is open.
  private static func bash(_ line: String, _ word: String) -> [String] {
    let words = ShellWords.split(line)
    let isNew = words.last.map { $0.range.upperBound < line.endIndex } ?? true
    let texts = words.dropFirst().map(\.text) + (isNew ? [""] : [])
    let completer = Completer(Array(texts))
    let typed = texts.last ?? ""
    let part = ShellWords.split(word).last?.text ?? ""
    // What bash takes for an earlier word.
    let dropped = typed.hasSuffix(part) ? typed.count - part.count : 0
    let quote = isNew ? .backslash : words.last?.openQuote ?? .backslash
    let candidates = completer.candidates.map { String($0.text.dropFirst(dropped)) }.filter { !$0.isEmpty }
      .map { inserted($0, behind: quote) }
    return [completer.files.rawValue, part] + candidates
  }

  /// What follows an open quote so that bash takes it for this text; bash itself closes the quote.
  private static func inserted(_ text: String, behind quote: ShellWord.Quote) -> String {
    switch quote {
    case .backslash: ShellWords.quoted(text, as: .backslash)
    case .single: String(ShellWords.quoted(text, as: .single, isOpen: true).dropFirst())
    // In double quotes bash looks for `!` in its history, and a backslash before it would stay.
    case .double:
      String(ShellWords.quoted(text, as: .double, isOpen: true).dropFirst()).replacing("!", with: #""'!'""#)
    }
  }

  private static func answer(_ words: ArraySlice<String>, _ line: (Candidate) -> String) -> [String] {
    let completer = Completer(Array(words))
    return [completer.files.rawValue] + completer.candidates.map(line)
  }

  /// A colon separates a description.
  private static func zshLine(_ candidate: Candidate) -> String {
    let text = candidate.text.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    return candidate.description.isEmpty ? text : "\(text):\(candidate.description)"
  }
}
