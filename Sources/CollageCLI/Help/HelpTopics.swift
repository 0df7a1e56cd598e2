internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// What `collage help NAME` says of an option or a topic.
enum HelpTopics {
  static let names = HelpSubject.allCases.map(\.rawValue)

  /// The lines; nil where the words after `help` name no option or topic, and where they name a
  /// command.
  static func lines(_ words: [String]) -> [String]? {
    let command = CommandPath.program.named(by: words)
    let rest = words.dropFirst(command.names.count - 1)
    guard rest.count == 1, let first = rest.first else { return nil }
    let isOption = first.hasPrefix("--")
    let word = (isOption ? String(first.dropFirst(2)) : first).lowercased()
    if ["help", "help-all", "version"].contains(word) { return nil }
    if command.names.count > 1 { return option(word, of: [command]) }
    if CommandRouting.isCommand(word) { return nil }
    if !isOption, let subject = HelpSubject(meaning: word) { return subject.lines }
    // An option with exactly that name comes first, whatever command has it.
    let all = commandsWithOptions
    let meant = ([word] + Synonyms.settings(for: word)).uniqued()
    let options = meant.compactMap { option($0, of: all) }
    let found = options.isEmpty ? [option(named(word), of: all)].compactMap(\.self) : options
    let searches = isOption ? [] : HelpSubject.searches(for: word)
    let lines = Array((found + [searches].filter { !$0.isEmpty }).joined(separator: [""]))
    return lines.isEmpty ? nil : lines
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
      + HelpSubject.wrapped("Of: " + owners.joined(separator: ", ") + ".")
  }
}
