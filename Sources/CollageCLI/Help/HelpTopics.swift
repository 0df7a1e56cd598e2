internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import SafeText

/// What `collage help NAME` says of an option or a topic.
enum HelpTopics {
  static let names = TopicNames.all

  /// The lines; nil where the words after `help` name no option or topic, and where they name a
  /// command.
  static func lines(_ words: [String]) -> [String]? {
    let command = CommandPath.program.named(by: words)
    let rest = words.dropFirst(command.names.count - 1)
    // Comparing a word of 100,000 marks with all names would take many seconds.
    guard rest.count == 1, let first = rest.first, SpellingSuggestion.canBeName(first) else {
      return nil
    }
    let isOption = first.hasPrefix("--")
    let word = (isOption ? String(first.dropFirst(2)) : first).lowercased()
    if ["help", "help-all", "version"].contains(word) { return nil }
    if command.names.count > 1 { return option(word, of: [command]) }
    if CommandRouting.isCommand(word) { return nil }
    if !isOption, let lines = topic(word) { return lines }
    let found = isOption ? options(word) : HelpTable.ofWords[word].map(parts(of:)) ?? allParts(word)
    let lines = Array(found.filter { !$0.isEmpty }.joined(separator: [""]))
    return lines.isEmpty ? nil : lines
  }

  /// - Throws: for words behind `help` that begin with the name of nothing.
  static func check(_ words: [String]) throws(CommandFailure) {
    guard let word = words.first(where: { !$0.hasPrefix("-") }), lines(words) == nil,
      CommandPath.program[word] == nil
    else { return }
    if lines([word]) != nil, let other = words.first(where: { $0 != word }) {
      throw CommandFailure(
        .usage,
        "help is about one word at a time; leave out '\(other.displayedRaw)' or "
          + "'\(word.displayedRaw)'")
    }
    let meant = word == CommandRouting.help ? nil : name(meantBy: word)
    throw CommandFailure(
      .usage,
      "'\(word.displayedRaw)' is neither a command, an option nor a topic; "
        + (meant.map { "did you mean '\($0)'?" } ?? "see 'collage help'"))
  }

  /// What to type for help on an option of a command, where help on the command doesn't show it;
  /// nil for any other option.
  static func command(forOption name: String, of command: CommandPath) -> String? {
    guard let rows = UsualOptions.rows(of: command.type),
      !rows.contains(where: { $0.name == name }),
      let lines = Self.lines([name]), lines[0].hasPrefix("--\(name)")
    else { return nil }
    return "\(CommandPath.program.name) \(CommandRouting.help) \(name)"
  }

  /// The name of a command, an option or a topic that was probably meant by a word that is none.
  private static func name(meantBy word: String) -> String? {
    let options = CommandDescription(MakeCommand.self).arguments.flatMap(\.options)
      .filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    let commands = CommandPath.program.subcommandNames
    let word = word.hasPrefix("--") ? String(word.dropFirst(2)) : word
    return [commands, names, options, HelpTable.ofWords.keys.sorted()].lazy
      .compactMap { SpellingSuggestion.nearest(to: word, in: $0) }.first
  }

  /// Nil for a word that is no topic.
  private static func topic(_ word: String) -> [String]? {
    if let subject = HelpSubject(meaning: word) { return subject.lines }
    switch word {
    case TopicNames.exitCodes: return HelpTable.exitCodes
    case TopicNames.environment: return HelpTable.environment
    default: return nil
    }
  }

  /// Options, words of searches, commands of the prompt and others: all that have a name.
  private static func allParts(_ word: String) -> [[String]] {
    let named = CommandPath.program.all.filter {
      $0.names.count > 2 && $0.name == word && $0.subcommands.isEmpty
    }
    let ofPrompt = CommandName(rawValue: word).map { HelpTable.lines($0) } ?? []
    return options(word) + [HelpSubject.searches(for: word), ofPrompt]
      + named.map { HelpTable.lines($0) }
  }

  private static func parts(of targets: [HelpTable.Target]) -> [[String]] {
    targets.flatMap { target in
      switch target {
      case .option(let name): option(name, of: commandsWithOptions).map { [$0] } ?? []
      case .command(let words):
        [HelpTable.lines(CommandPath.program.named(by: words.parts(at: " ")))]
      case .prompt(let name): [HelpTable.lines(name)]
      case .topic(let name): topic(name).map { [$0] } ?? []
      case .search(let key): [HelpSubject.searches(for: key)]
      }
    }
  }

  /// An option with exactly that name comes first, whatever command has it.
  private static func options(_ word: String) -> [[String]] {
    let all = commandsWithOptions
    let meant = ([word] + Synonyms.settings(for: word)).uniqued()
    let options = meant.compactMap { option($0, of: all) }
    return options.isEmpty ? [option(named(word), of: all)].compactMap(\.self) : options
  }

  private static var commandsWithOptions: [CommandPath] {
    CommandPath.program.all.filter { $0.type.configuration.subcommands.isEmpty }
  }

  /// The name of the option that is meant by one, or by the name of one of its values, such as
  /// `strip`.
  private static func named(_ word: String) -> String {
    let options = CommandDescription(MakeCommand.self).arguments
    if options.contains(where: { $0.options.contains("--\(word)") }) { return word }
    return Setting<CollageOptions>.all.first { setting in
      setting.form.choices.contains { $0.lowercased() == word }
    }?.name ?? word
  }

  /// An option as help on the first command says it that has it, and which other commands have it.
  private static func option(_ name: String, of commands: [CommandPath]) -> [String]? {
    let commands = commands.filter { command in
      CommandDescription(command.type).arguments.contains { $0.options.contains("--\(name)") }
    }
    guard let first = commands.first,
      let argument = CommandDescription(first.type).arguments.first(where: {
        $0.options.contains("--\(name)")
      })
    else { return nil }
    let value = argument.kind == .option ? " <\(argument.valueName ?? "value")>" : ""
    let owners = commands.map { $0.names.dropFirst().joined(separator: " ") }
    let values = argument.allValues.map { " Values: \($0.joined(separator: ", "))." } ?? ""
    return [argument.options.joined(separator: ", ") + value]
      + HelpSubject.wrapped((argument.abstract ?? "") + values)
      + (HelpTable.notes[name] ?? []).flatMap { HelpSubject.wrapped($0) }
      + HelpSubject.wrapped("Of: " + owners.joined(separator: ", ") + ".")
  }
}
