internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// What `collage help NAME` says of an option or a topic.
enum HelpTopics {
  static let names = HelpSubject.allCases.map(\.rawValue)

  /// The lines; nil where the words after `help` name no option or topic, and where they name a
  /// command.
  static func lines(_ words: [String]) -> [String]? {
    guard words.count == 1, let first = words.first else { return nil }
    let word = (first.hasPrefix("--") ? String(first.dropFirst(2)) : first).lowercased()
    if CommandRouting.isCommand(word) || ["help", "help-all", "version"].contains(word) {
      return nil
    }
    if let subject = HelpSubject(meaning: word) { return subject.lines }
    let meant = Synonyms.settings(for: word)
    let names = meant.isEmpty ? [named(word)] : meant
    let lines = Array(names.compactMap(option).joined(separator: [""]))
    return lines.isEmpty ? nil : lines
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
  private static func option(_ name: String) -> [String]? {
    let commands = CommandPath.program.all.filter { command in
      command.type.configuration.subcommands.isEmpty
        && CommandDescription(command.type).arguments.contains { $0.options.contains("--\(name)") }
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
