internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// The possible completions of a word of the command line. The shells' scripts only pass on what
/// was typed.
struct Completer {
  /// The first argument when a shell asks for completions; it is followed by the shell's name and
  /// the words after the program's name.
  static let option = "---complete"

  /// The kinds of files that the word may name; the shell itself lists them.
  enum Files: String { case none, photos, files, folders }

  private let path: CommandPath
  private let description: CommandDescription
  /// The words before the one to complete, without commands.
  private let words: [String]
  private let current: String
  /// Whether the word is the first of all, which may be a command or a photo.
  private let isFirst: Bool
  /// Whether the words before begin with `--generate`.
  private let isGenerating: Bool

  private var arguments: [CommandDescription.Argument] { description.arguments }

  private(set) var files = Files.none
  /// The option and its equals sign, if the word begins with them; a file name follows.
  private(set) var option = ""
  private(set) var candidates: [Candidate] = []

  /// - Parameter typed: the words after the program's name, without their quotes; the last one is
  ///   to be completed.
  init(_ typed: [String]) {
    var words = typed
    current = words.popLast() ?? ""
    isFirst = words.isEmpty
    isGenerating = words.first == CommandRouting.generateOption
    if !CommandRouting.isCommand(words.first ?? "") {
      words.insert(MakeCommand.commandName, at: 0)
    } else if words[0] == ConfigCommand.commandName, words.count > 1,
      UserSettings.isSetting(words[1])
    {
      // `config gap` goes on as `config set gap` does.
      words.insert(ConfigSetCommand.commandName, at: 1)
    }
    path = CommandPath.program.named(by: words)
    self.words = Array(words.dropFirst(path.names.count - 1))
    description = CommandDescription(path.type)
    find()
  }

  private mutating func find() {
    if words.first == CommandRouting.help { return offerHelp() }
    if isGenerating { return offerGenerated() }
    var isEnded = false
    var pending: CommandDescription.Argument?
    var positionals = 0
    var used: Set<String> = []
    for word in words {
      if pending != nil {
        pending = nil
      } else if word == "--", !isEnded {
        isEnded = true
      } else if !isEnded, word.hasPrefix("-"), let argument = option(named: word) {
        used.formUnion(argument.options)
        pending = argument.kind == .option && valueStart(in: word) == nil ? argument : nil
      } else {
        positionals += 1
      }
    }
    if let pending {
      offerValues(of: pending, current, before: "")
    } else if !isEnded, current.hasPrefix("--"), let start = valueStart(in: current),
      let argument = option(named: current)
    {
      option = String(current[..<start])
      offerValues(of: argument, String(current[start...]), before: option)
    } else if !isEnded, current.hasPrefix("-") {
      offerOptions { $0.isRepeating || !used.contains($0.options[0]) }
    } else {
      if isFirst || !path.subcommands.isEmpty { offerCommands() }
      let all = arguments.filter { $0.kind == .positional }
      if let argument = positionals < all.count ? all[positionals] : all.last(where: \.isRepeating)
      {
        offerValues(of: argument, current, before: "")
      }
    }
  }

  /// The option that a word names; a value may follow it after an equals sign.
  private func option(named word: String) -> CommandDescription.Argument? {
    let name = valueStart(in: word).map { String(word[..<$0].utf8.dropLast()) ?? "" } ?? word
    return arguments.first { $0.options.contains(name) }
  }

  /// Where the value after an equals sign begins; nil if there is none. A combining mark after the
  /// sign would form one character with it.
  private func valueStart(in word: String) -> String.Index? {
    word.utf8.firstIndex(of: UInt8(ascii: "=")).map(word.utf8.index(after:))
  }

  private mutating func offerCommands() {
    let commands = isFirst ? CommandPath.program.subcommands : path.subcommands
    offer(commands.map { Candidate($0.names.last ?? "", $0.type.configuration.abstract) })
    if !isFirst, path.type == ConfigCommand.self { offer(UserSettings.names.map { Candidate($0) }) }
  }

  /// What `help` explains: commands, and options of the one that is named; else topics and the
  /// options of all.
  private mutating func offerHelp() {
    let command = CommandPath.program.named(by: words.dropFirst())
    offer(command.subcommands.map { Candidate($0.name, $0.type.configuration.abstract) })
    let hyphens = current.hasPrefix("--") ? "--" : ""
    if command.names.count > 1 {
      offerOptions(of: [command], after: hyphens)
    } else {
      offer(HelpSubject.allCases.map { Candidate($0.rawValue) })
      offer(Setting<CollageOptions>.all.map { Candidate(hyphens + $0.name, $0.help) })
      offerOptions(of: command.all.filter(\.subcommands.isEmpty), after: hyphens)
    }
  }

  /// What `--generate` prints, which is its first word.
  private mutating func offerGenerated() {
    if words.count == 1 { offer(GeneratedText.allCases.map { Candidate($0.rawValue) }) }
  }

  /// The names of commands' options, each once, with other hyphens or none.
  private mutating func offerOptions(of commands: [CommandPath], after hyphens: String) {
    for option in commands.flatMap({ CommandDescription($0.type).arguments })
    where option.kind != .positional {
      let names = option.options.filter { $0.hasPrefix("--") }.map { hyphens + $0.dropFirst(2) }
      let known = Set(candidates.map(\.text))
      offer(names.filter { !known.contains($0) }.map { Candidate($0, option.abstract ?? "") })
    }
  }

  private mutating func offerOptions(where isOffered: (CommandDescription.Argument) -> Bool) {
    for argument in arguments where argument.kind != .positional && isOffered(argument) {
      // Only the long names explain themselves.
      let names = argument.options.filter { $0.hasPrefix("--") }
      offer(
        (names.isEmpty ? argument.options : names).map {
          Candidate($0, NegatedOption.text(argument.abstract ?? "", of: $0))
        })
    }
    guard isFirst else { return }
    offer([
      Candidate("--version", "Show the version."),
      Candidate(CommandRouting.generateOption, GeneratedText.summary),
    ])
  }

  private mutating func offerValues(
    of argument: CommandDescription.Argument, _ value: String, before: String
  ) {
    switch argument.completionKind {
    case .list(let values): offer(values.map { Candidate(before + $0) })
    case .file(let extensions): files = extensions.isEmpty ? .files : .photos
    case .directory: files = .folders
    case .custom: offer(custom(argument, value).map { Candidate(before + $0.text, $0.description) })
    case nil: break
    }
  }

  private func custom(_ argument: CommandDescription.Argument, _ value: String) -> [Candidate] {
    let name = description.completionName(of: argument)
    return path.completions(of: name, behind: words, value).map { Candidate(line: $0) }
  }

  private mutating func offer(_ all: [Candidate]) {
    // Compares bytes, not characters: on disk, another spelling of a character is another name.
    candidates += all.filter { candidate in
      candidate.text.utf8.starts(with: current.utf8)
        && !candidate.text.unicodeScalars.contains(where: \.isControl)
    }
  }
}

/// A word offered as a completion.
struct Candidate: Hashable {
  let text: String
  /// What the word means; empty if that is obvious.
  let description: String

  init(_ text: String, _ description: String = "") {
    self.text = text
    self.description = description
  }

  /// The line in which an argument's own function returns a candidate: a tab and a description may
  /// follow.
  init(line: Substring) {
    let parts = line.split(separator: "\t", maxSplits: 1)
    self.init(parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : "")
  }

  var line: String { description.isEmpty ? text : "\(text)\t\(description)" }
}

extension Unicode.Scalar {
  /// Whether a shell would take it for the end of a candidate, or a terminal for a command.
  var isControl: Bool { value < 0x20 || value == 0x7F }
}
