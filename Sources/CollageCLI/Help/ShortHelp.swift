internal import ArgumentParser
internal import CollageTerminal

/// Help on a command with many options, on one screen: how to use it, examples, the options that
/// most people use, and where the others are.
struct ShortHelp {
  private let command: CommandPath
  private let rows: [UsualOptions.Row]

  /// Nil for a command whose whole help is short.
  init?(_ command: CommandPath) {
    guard let rows = UsualOptions.rows(of: command.type) else { return nil }
    self.command = command
    self.rows = rows
  }

  private static let examples = 3

  /// The lines, of which none is wider than 80 columns.
  var text: String {
    let configuration = command.type.configuration
    let usage = configuration.usage ?? CollageCommand.usageString(for: command.type)
    let description = CommandDescription(command.type)
    let options = rows.compactMap { row in
      description.arguments.first { $0.options.contains("--\(row.name)") }.map { (row, $0) }
    }
    let overview = HelpSubject.wrapped("OVERVIEW: \(configuration.abstract)", indent: 0)
    let width = options.map { $1.heading.count }.max() ?? 0
    let lines = options.map { "  \($1.heading.padded(to: width))  \($0.text)" }
    let count = description.arguments.filter { $0.kind != .positional }.count
    return """
      \(overview.joined(separator: "\n"))

      USAGE: \(usage.split(separator: "\n").joined(separator: "\n       "))

      EXAMPLES:
      \(exampleLines.map { "  " + $0 }.joined(separator: "\n"))
      \(words)
      USUAL OPTIONS:
      \(lines.joined(separator: "\n"))

      MORE:
        --help-all              all \(count) options, and what they do
        collage help gap        one option, by its name
      \(topics)
      """
  }

  private var topics: String {
    HelpSubject.rows(
      "collage help TOPIC      " + HelpTopics.names.joined(separator: ", "), indent: 2,
      following: 26
    ).joined(separator: "\n")
  }

  /// The section about words or keys, between empty lines; only an empty line where there is none.
  private var words: String {
    guard let section = UsualOptions.words(of: command.type) else { return "" }
    let width = section.rows.map(\.name.count).max() ?? 0
    let lines = section.rows.map { "  \($0.name.padded(to: width))  \($0.text)" }
    return (["", section.heading + ":"] + lines + [""]).joined(separator: "\n")
  }

  private var exampleLines: [String] {
    let page = command.names.joined(separator: "-")
    return (Examples.ofPage[page] ?? []).flatMap(\.lines).filter { $0.count <= 76 }
      .prefix(Self.examples).map(\.self)
  }
}

extension CommandDescription.Argument {
  /// "-o, --output <file>", with a value that stays short.
  fileprivate var heading: String {
    let names = options.filter { !$0.hasPrefix("--no-") && !$0.contains("color") }
    let short = valueName.map { $0.count > 12 ? "value" : $0 } ?? "value"
    return names.joined(separator: ", ") + (kind == .option ? " <\(short)>" : "")
  }
}
