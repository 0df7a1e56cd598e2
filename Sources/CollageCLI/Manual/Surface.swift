internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import PhotoCodecs

/// All that scripts and files can rely on, a row each: `collage --generate surface`. The rows that
/// are promised are in `.github/surface.txt`; a test fails when one of them is gone.
///
/// A row begins with its kind and ends with what a script writes or reads. Defaults, wording and
/// order are no part of it.
enum Surface {
  /// Sorted, none twice.
  static var rows: [String] {
    let rows =
      commands + settings + prompt + manifests + answers + searches + formats + statuses + variables
    return Set(rows).sorted()
  }

  /// Commands with their arguments and the values that these can have.
  private static var commands: [String] {
    CommandPath.program.all.flatMap { command in
      let name = command.names.joined(separator: " ")
      let arguments = CommandDescription(command.type).arguments
      return ["command \(name)"] + arguments.flatMap { $0.rows(of: name) }
    } + GeneratedText.allCases.map { "command collage --generate \($0.rawValue)" }
      + ["option collage --version --json"]
  }

  /// Settings, which are options, commands of the prompt, keys of manifests and lines of the
  /// configuration alike.
  private static var settings: [String] {
    func rows<Options>(_ kind: String, _ setting: Setting<Options>) -> [String] {
      let value = setting.form.isFlag ? "on|off" : "<\(setting.form.placeholder)>"
      return ["\(kind) \(setting.name) \(value)"]
        + setting.form.choices.map { "\(kind) \(setting.name) \($0)" }
        + (setting.form.wordForNoValue.map { ["\(kind) \(setting.name) \($0)"] } ?? [])
    }
    return Setting<CollageOptions>.all.flatMap { rows("setting", $0) }
      + Setting<PhotoOptions>.all.flatMap { rows("photo-setting", $0) }
      + Look.names.map { "look \($0)" }
      + PrintShop.allCases.map { "setting bleed \($0.rawValue)" }
  }

  private static var prompt: [String] { CommandName.allCases.map { "prompt \($0.rawValue)" } }

  /// Keys of the lines of batches, with the type of their values.
  private static var manifests: [String] {
    func rows(_ kind: String, _ keys: [BatchSchema.Key]) -> [String] {
      keys.flatMap { key in
        ["\(kind) \(key.name)\(key.type.map { " \($0)" } ?? "")"]
          + key.values.map { "\(kind) \(key.name) = \($0)" }
      }
    }
    return rows("job", BatchSchema.job) + rows("job-photo", BatchSchema.photo)
      + rows("result", BatchSchema.result)
  }

  private static var answers: [String] {
    AnswerKeys.all.flatMap { command, keys in keys.map { "answer \(command): \($0)" } }
  }

  private static var searches: [String] {
    SearchWords.ofFind.flatMap(\.words).map { word in
      word.contains(":") ? "search \(word.prefix { $0 != ":" }):" : "search \(word)"
    }
    .filter { $0 != "search rome" }
  }

  private static var formats: [String] {
    PhotoFormat.allCases.map { "reads \($0.rawValue)" }
      + OutputFormat.allCases.map { "writes \($0.rawValue)" }
  }

  private static var statuses: [String] {
    ExitStatus.table.flatMap(\.statuses).map { "exit \($0.code)" }
  }

  private static var variables: [String] {
    Manual.environment.flatMap { $0.name.split(separator: ", ") }.map { "variable \($0)" }
  }
}

extension CommandDescription.Argument {
  fileprivate func rows(of command: String) -> [String] {
    let value = "<\(valueName ?? "value")>\(isRepeating ? "..." : "")"
    guard kind != .positional else { return ["argument \(command) \(value)"] }
    return options.flatMap { option in
      let row = "option \(command) \(option)"
      guard kind == .option else { return [row] }
      return ["\(row) \(value)"] + (allValues ?? []).map { "\(row) \($0)" }
    }
  }
}

extension BatchSchema.Key {
  /// The JSON type that its schema names; nil where there are several, or a reference says it.
  fileprivate var type: Substring? { schema.firstMatch(of: /^"type": "([a-z]+)"/)?.1 }

  /// The values that its schema lists.
  fileprivate var values: [Substring] {
    guard let list = schema.firstMatch(of: /"enum": \[([^\]]*)\]/)?.1 else { return [] }
    return list.split(separator: ", ").map { $0.filter { $0 != "\"" }[...] }
  }
}
