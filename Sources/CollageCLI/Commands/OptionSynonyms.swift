internal import CollageTerminal

/// What is said of an unknown option that has another name here, such as `--size`. The argument
/// parser knows only which options are spelled alike.
enum OptionSynonyms {
  private static let beginning = "Unknown option '--"

  /// The parser's sentence, with the options that are meant instead of the one that is spelled alike.
  ///
  /// - Parameter help: the command that shows the command's help: "collage make --help".
  static func corrected(_ sentence: String, help: String) -> String {
    guard sentence.hasPrefix(beginning),
      let name = sentence.dropFirst(beginning.count).split(separator: "'").first.map(String.init)
    else { return sentence }
    let meant = meant(by: name, options(of: help)).map { "'--\($0)'" }
    let question = meant.isEmpty ? "" : ". Did you mean \(meant.joined(separator: " or "))?"
    return "\(beginning)\(name)'\(question)"
  }

  /// Longer names, else what has another name here, else a name that is spelled nearly the same.
  private static func meant(by name: String, _ known: [String]) -> [String] {
    let longer = known.filter { $0.hasPrefix(name.lowercased()) }
    if (1...3).contains(longer.count) { return longer }
    let synonyms = Synonyms.options(for: name).filter(known.contains)
    if !synonyms.isEmpty { return synonyms }
    return SpellingSuggestion.nearest(to: name, in: known).map { [$0] } ?? []
  }

  /// The long names of the command's options.
  private static func options(of help: String) -> [String] {
    let command = CommandPath.program.all.first {
      ($0.names + ["--help"]).joined(separator: " ") == help
    }
    guard let command else { return [] }
    return CommandDescription(command.type).arguments.flatMap { $0.names ?? [] }
      .filter { $0.kind == .long }.map(\.name)
  }
}
