internal import SafeText

/// One thing that a user can choose about a collage (`Options` is `CollageOptions`) or about a
/// photo (`PhotoOptions`). Commands' options, the manifest's keys, its JSON Schema and the recipe's
/// entries are made from the table of settings.
package struct Setting<Options: SettingOptions>: Sendable, Hashable {
  /// The option without its dashes, and the manifest's key: "corner-radius".
  package let name: String
  /// Other spellings of the option.
  package let aliases: [String]
  package let group: SettingGroup
  /// One sentence.
  package let summary: String
  package let form: ValueForm
  /// The default, as a user would write it; nil when the default is no value.
  package let defaultText: String?
  /// The value in the given options, as a user would write it; nil when there is none.
  package let text: @Sendable (Options) -> String?
  /// Sets the default and changes nothing else.
  package let reset: @Sendable (inout Options) -> Void
  /// Whether a recipe keeps it in an entry of its own (`Recipe.recordSettingsApart`) or tells it
  /// otherwise. Else it is in `Recipe.settings` or `Recipe.Entry.settings`: as a user would write
  /// it, where it is not the default.
  private let isRecordedApart: Bool
  private let readText: @Sendable (String) -> SettingValue<Options>?
  private let readJSON: @Sendable (JSONValue) -> SettingValue<Options>?

  /// - Parameters:
  ///   - path: the property that holds the value; its initial value is the default.
  ///   - also: further changes to the options when this setting is chosen.
  @inline(never)  // One copy for each kind of value instead of one for each setting: 30 kB less.
  init<Value>(
    _ name: String, _ path: any WritableKeyPath<Options, Value> & Sendable,
    _ coding: ValueCoding<Value>,
    in group: SettingGroup, aliases: [String] = [], _ summary: String,
    also: (@Sendable (inout Options) -> Void)? = nil, isRecordedApart: Bool = false
  ) {
    self.name = name
    self.aliases = aliases
    self.group = group
    self.summary = summary
    self.isRecordedApart = isRecordedApart
    form = coding.form
    defaultText = coding.text(Options()[keyPath: path])
    text = { coding.text($0[keyPath: path]) }
    reset = { $0[keyPath: path] = Options()[keyPath: path] }
    let chosen = { @Sendable (value: Value) in
      SettingValue<Options>(text: coding.text(value) ?? "") { options in
        also?(&options)
        options[keyPath: path] = value
      }
    }
    readText = { coding.fromText($0).map(chosen) }
    readJSON = { coding.fromJSON($0).map(chosen) }
  }

  /// What `Recipe.settings` or `Recipe.Entry.settings` hold of it; nil for nothing.
  func recordedText(_ options: Options) -> String? {
    guard !isRecordedApart, let text = text(options), text != defaultText else { return nil }
    return text
  }

  /// Sets what `Recipe.settings` or `Recipe.Entry.settings` say of it; false when that is not
  /// valid.
  func restore(_ options: inout Options, from texts: [String: String]?) -> Bool {
    guard !isRecordedApart, let text = texts?[name] else { return true }
    guard let value = value(text) else { return false }
    value.apply(&options)
    return true
  }

  /// The summary with the default, as help shows it.
  package var help: String {
    guard let defaultText, !form.isFlag else { return summary }
    return "\(summary.dropLast()); \(defaultText) by default."
  }

  /// The value in the given options for display on one line: as `text`, or the word for having
  /// none.
  package func displayedText(_ options: Options) -> String {
    text(options)?.utf8.displayed ?? form.wordForNoValue ?? "none"
  }

  /// Nil for text that is not a valid value.
  package func value(_ text: String) -> SettingValue<Options>? { readText(text) }

  func value(_ json: JSONValue) -> SettingValue<Options>? { readJSON(json) }

  /// The value in the options as a manifest has it; nil where it is the default.
  func json(_ options: Options) -> JSONValue? {
    guard let text = text(options), text != defaultText else { return nil }
    // Which kind of JSON value a form reads, only the form itself knows.
    let candidates: [JSONValue?] =
      form.isFlag
      ? [.bool(text == "on")] : [.text(text), Self.document(text), Self.document("[\(text)]")]
    return candidates.compactMap(\.self).first { value($0)?.text == text }
  }

  private static func document(_ text: String) -> JSONValue? {
    (try? JSONDocument(Array(text.utf8)))?.value
  }

  /// Settings of one kind are told apart by their names.
  package static func == (first: Self, second: Self) -> Bool { first.name == second.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What keeps the values of settings; a new one holds the defaults.
package protocol SettingOptions: Sendable {
  init()
}

extension CollageOptions: SettingOptions {}
extension PhotoOptions: SettingOptions {}

/// A parsed value of a setting, ready to be applied.
package struct SettingValue<Options: SettingOptions>: Hashable, Sendable {
  /// As a user would write it.
  package let text: String
  package let apply: @Sendable (inout Options) -> Void

  package static func == (first: Self, second: Self) -> Bool { first.text == second.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// What a setting decides: the headings of `--help`.
package enum SettingGroup: String, Hashable, Sendable, CaseIterable {
  case layout = "Layout"
  case look = "Look"
  case text = "Text"
  case encoding = "Encoding"
  case photos = "Photos"
}
