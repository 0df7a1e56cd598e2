internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

extension CompletionKind {
  /// The settings that the user's file of defaults has.
  static let settingsInFile = CompletionKind.custom { _, _, _ in
    let file = try? UserSettings().defaults()
    return (file?.entries ?? []).map(\.choice.name).uniqued()
  }

  /// The values of the setting that is the first word, where they can be listed.
  static let valuesOfSetting = CompletionKind.custom { words, _, _ in
    let given = words.filter { !$0.hasPrefix("--") }
    guard given.count == 2 else { return [] }
    switch given[0] {
    case "look": return Look.names
    case SettingFile.accessible: return ["on", "off"]
    case let name:
      return Setting<CollageOptions>.all.first { $0.name == name }?.form.choices ?? []
    }
  }
}
