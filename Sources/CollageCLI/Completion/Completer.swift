internal import ArgumentParser

/// What a word of the command line can be; the shells' scripts only pass on what was typed.
struct Completer {
  /// What comes first on the command line of such a question: a shell's name, and the words after
  /// the program's name.
  static let option = "---complete"

  /// Which files the word may name; the shell lists them.
  enum Files: String { case none, photos, files, folders }

  private let path: CommandPath
  private let arguments: [CommandDescription.Argument]
  /// The words before the one that is completed, without commands.
  private let words: [String]
  private let current: String
  /// Whether the first word of all is completed, which may be a command or a photo.
  private let isFirst: Bool

  private(set) var files = Files.none
  /// The option with its equals sign, if the word begins with one; a file's name follows it.
  private(set) var option = ""
  private(set) var candidates: [Candidate] = []

  /// - Parameter typed: the words after the program's name without their quotes, of which the last
  ///   is completed.
  init(_ typed: [String]) {
    var words = typed
    current = words.popLast() ?? ""
    isFirst = words.isEmpty
    let program = CommandPath.program
    let make = CommandPath(names: program.names + ["make"], type: MakeCommand.self)
    var path = CommandRouting.isCommand(words.first ?? "") ? program : make
    while let word = words.first,
      let next = path.subcommands.first(where: { $0.names.last == word })
    {
      path = next
      words.removeFirst()
    }
    self.path = path
    self.words = words
    arguments = CommandDescription(path.type).arguments
    find()
  }

  private mutating func find() {
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

  /// The option that a word names, maybe with a value after an equals sign.
  private func option(named word: String) -> CommandDescription.Argument? {
    let name = valueStart(in: word).map { String(word[..<$0].utf8.dropLast()) ?? "" } ?? word
    return arguments.first { $0.options.contains(name) }
  }

  /// Where the value after an equals sign begins; nil if there is none. The sign may have a
  /// combining mark behind it, with which it would be one character.
  private func valueStart(in word: String) -> String.Index? {
    word.utf8.firstIndex(of: UInt8(ascii: "=")).map(word.utf8.index(after:))
  }

  private mutating func offerCommands() {
    let commands = isFirst ? CommandPath.program.subcommands : path.subcommands
    offer(commands.map { Candidate($0.names.last ?? "", $0.type.configuration.abstract) })
  }

  private mutating func offerOptions(where isOffered: (CommandDescription.Argument) -> Bool) {
    for argument in arguments where argument.kind != .positional && isOffered(argument) {
      // The long names say what they mean.
      let names = argument.options.filter { $0.hasPrefix("--") }
      offer(
        (names.isEmpty ? argument.options : names).map { Candidate($0, argument.abstract ?? "") })
    }
    if isFirst { offer([Candidate("--version", "Show the version.")]) }
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

  /// What the argument's own function returns; the argument parser calls it.
  private func custom(_ argument: CommandDescription.Argument, _ value: String) -> [Candidate] {
    let name =
      argument.options.last
      ?? "positional@\(arguments.filter { $0.kind == .positional }.firstIndex { $0.valueName == argument.valueName } ?? 0)"
    let request =
      ["---completion"] + path.names.dropFirst() + ["--", name, "\(words.count)", "\(value.count)"]
    do {
      _ = try CollageCommand.parseAsRoot(request + words + [value])
      return []
    } catch {
      return CollageCommand.fullMessage(for: error).split(separator: "\n").map {
        Candidate(line: $0)
      }
    }
  }

  private mutating func offer(_ all: [Candidate]) {
    // Not by characters: on a disk, one written otherwise is another.
    candidates += all.filter { candidate in
      candidate.text.utf8.starts(with: current.utf8)
        && !candidate.text.unicodeScalars.contains(where: \.isControl)
    }
  }
}

/// A word that is offered.
struct Candidate: Hashable {
  let text: String
  /// What it is; empty where that is plain.
  let description: String

  init(_ text: String, _ description: String = "") {
    self.text = text
    self.description = description
  }

  /// The form in which an argument's own function returns it: a description follows a tab.
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
