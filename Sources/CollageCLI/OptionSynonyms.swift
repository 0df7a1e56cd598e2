internal import CollageKit
internal import CollageTerminal

/// What is said of an unknown option that has another name here, such as `--size`. The argument
/// parser knows only which options are spelled alike.
enum OptionSynonyms {
  private static let beginning = "Unknown option '--"

  /// The parser's sentence, with the options that are meant instead of the one spelled alike.
  ///
  /// - Parameter help: the command that shows the command's help: "collage make --help".
  static func corrected(_ sentence: String, help: String) -> String {
    guard sentence.hasPrefix(beginning),
      let name = sentence.dropFirst(beginning.count).split(separator: "'").first
    else { return sentence }
    let known = options(of: help)
    let meant = Synonyms.options(for: String(name)).filter(known.contains).map { "'--\($0)'" }
    guard !meant.isEmpty else { return sentence }
    return "\(beginning)\(name)'. Did you mean \(meant.joined(separator: " or "))?"
  }

  /// The settings that the command has options for, and what else has another name; empty for one that makes no collage.
  private static func options(of help: String) -> [String] {
    let settings = Setting<CollageOptions>.all
    return switch help.split(separator: " ").dropFirst().first ?? "" {
    case "make": settings.map(\.name) + Setting<PhotoOptions>.all.map(\.name)
    case "prompt": ["reopen"] + settings.map(\.name) + Setting<PhotoOptions>.all.map(\.name)
    case "batch": settings.filter { !$0.isForOneCollage }.map(\.name)
    default: []
    }
  }
}
