internal import PhotoLayouts
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
  /// Nil for one that can be chosen beside a template.
  let templateRule: TemplateRule<Options>?
  private let objection: @Sendable (String) -> String?
  private let recording: SettingRecording<Options>
  private let restore: @Sendable (inout Options, String) -> Bool
  private let readText: @Sendable (String) -> SettingValue<Options>?
  private let readJSON: @Sendable (JSONValue) -> SettingValue<Options>?

  /// - Parameters:
  ///   - path: the property that holds the value; its initial value is the default.
  ///   - also: further changes to the options when this setting is chosen; not when a recipe is
  ///     opened, which tells them itself.
  @inline(never)  // One copy for each kind of value instead of one for each setting: 30 kB less.
  init<Value>(
    _ name: String, _ path: any WritableKeyPath<Options, Value> & Sendable,
    _ coding: ValueCoding<Value>,
    in group: SettingGroup, aliases: [String] = [], _ summary: String,
    also: (@Sendable (inout Options) -> Void)? = nil,
    recorded recording: SettingRecording<Options> = .always,
    besideTemplate templateRule: TemplateRule<Options>? = nil
  ) {
    self.name = name
    self.aliases = aliases
    self.group = group
    self.summary = summary
    self.recording = recording
    self.templateRule = templateRule
    form = coding.form
    objection = coding.objection
    defaultText = coding.text(Options()[keyPath: path])
    text = { coding.text($0[keyPath: path]) }
    reset = { $0[keyPath: path] = Options()[keyPath: path] }
    restore = { options, text in
      guard let value = coding.fromText(text) else { return false }
      options[keyPath: path] = value
      return true
    }
    let chosen = { @Sendable (value: Value) in
      let text = coding.text(value) ?? coding.form.wordForNoValue ?? ""
      return SettingValue<Options>(text: text) { options in
        options.prepare(forChange: group)
        also?(&options)
        options[keyPath: path] = value
      }
    }
    readText = { coding.fromText($0).map(chosen) }
    readJSON = { coding.fromJSON($0).map(chosen) }
  }

  /// What the `settings` of a recipe, or of one of its photos, hold of it; nil for nothing.
  func recordedText(_ options: Options) -> String? {
    switch recording {
    case .always: text(options)
    case .never: nil
    case .unlessDefault: text(options) == defaultText ? nil : text(options)
    case .where(let isRecorded): isRecorded(options) ? text(options) : nil
    case .as(let text): text(options)
    }
  }

  /// Sets what the `settings` of a recipe, or of one of its photos, say of it; false when that is
  /// not valid.
  func restore(_ options: inout Options, from texts: [String: String]) -> Bool {
    guard let text = texts[name] else { return true }
    return restore(&options, text)
  }

  /// The summary with the default, as help shows it.
  package var help: String {
    guard let defaultText, !form.isFlag else { return summary }
    return "\(summary.dropLast()); \(defaultText) by default."
  }

  /// The value in the given options for display on one line: as `text`, but colours by their names
  /// if they have any; or the word for having none.
  package func displayedText(_ options: Options) -> String {
    text(options).map { form.displayed($0) } ?? form.wordForNoValue ?? "none"
  }

  /// The same for a value that the user has just entered: a colour as it was entered.
  package func displayedText(_ options: Options, entered: SettingValue<Options>?) -> String {
    guard form.namesColour, let entered = entered?.entered, value(entered)?.text == text(options)
    else { return displayedText(options) }
    return entered.utf8.displayed
  }

  /// Why a text is not a valid value, where more can be said of it than the form's requirement: the
  /// end of a sentence that begins with the setting. Nil where not.
  package func objection(to text: String) -> String? { objection(text) }

  /// Nil for text that is not a valid value.
  package func value(_ text: String) -> SettingValue<Options>? {
    var value = readText(text)
    value?.entered = text
    return value
  }

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

/// When a recipe records a setting, as a user would write it. One without a value it never records.
enum SettingRecording<Options: SettingOptions>: Sendable {
  /// Also where it is the default, so that a collage that is opened stays as it is when a later
  /// version has another default. For what decides pixels.
  case always
  /// It decides no pixel, or the photos tell it: their number, their size.
  case never
  case unlessDefault
  case `where`(@Sendable (Options) -> Bool)
  /// As another text, which can be read back.
  case `as`(@Sendable (Options) -> String?)
}

/// What keeps the values of settings; a new one holds the defaults.
package protocol SettingOptions: Sendable {
  init()

  /// In the order in which they are shown and applied.
  static var settings: [Setting<Self>] { get }

  /// Forgets what no longer holds when a setting of this group is chosen.
  mutating func prepare(forChange group: SettingGroup)
}

extension SettingOptions {
  package mutating func prepare(forChange group: SettingGroup) {}
}

extension CollageOptions: SettingOptions {
  package static var settings: [Setting<Self>] { Setting.all }

  package mutating func prepare(forChange group: SettingGroup) {
    guard group == .layout else { return }
    layout.placed = nil
    forgetFoundPick()
    forgetFoundFocuses()
  }
}

extension PhotoOptions: SettingOptions {
  package static var settings: [Setting<Self>] { Setting.all }
}

extension SettingOptions {
  /// What a recipe keeps of them, by the settings' names.
  var recordedTexts: [String: String] {
    Self.settings.reduce(into: [:]) { $0[$1.name] = $1.recordedText(self) }
  }

  /// Sets what a recipe says, and leaves the rest as it is.
  ///
  /// - Returns: whether all of it is valid, and of settings that are known here.
  mutating func restore(_ texts: [String: String]) -> Bool {
    let known = Self.settings
    return texts.keys.allSatisfy { name in known.contains { $0.name == name } }
      && known.allSatisfy { $0.restore(&self, from: texts) }
  }
}

/// A parsed value of a setting, ready to be applied.
package struct SettingValue<Options: SettingOptions>: Hashable, Sendable {
  /// As a user would write it.
  package let text: String
  /// As the user has written it; nil if it wasn't read from text.
  fileprivate(set) var entered: String?
  package let apply: @Sendable (inout Options) -> Void

  package static func == (first: Self, second: Self) -> Bool { first.text == second.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// What a setting decides: the headings of `--help`.
package enum SettingGroup: String, Hashable, Sendable, CaseIterable {
  case layout = "Layout"
  case look = "Look"
  case text = "Text"
  case print = "Print"
  case encoding = "Encoding"
  case photos = "Photos"
}
