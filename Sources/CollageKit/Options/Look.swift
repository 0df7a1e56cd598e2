internal import PhotoLayouts

/// A named bundle of settings: how a collage looks as a whole. Only their values are recorded, so
/// that a later version, whose looks may differ, makes the same collage of a recipe.
package struct Look: Hashable, Sendable {
  package let name: String
  /// A few words, as help says it.
  package let note: String
  /// In the order in which they are applied.
  package let values: [Value]

  /// The value of a setting, as users write both.
  package struct Value: Hashable, Sendable {
    package let setting: String
    package let text: String
  }

  init(_ name: String, _ note: String, _ values: KeyValuePairs<String, String>) {
    self.name = name
    self.note = note
    self.values = values.map { Value(setting: $0.key, text: $0.value) }
  }

  /// A look that the user has put together.
  package init(own name: String, _ overrides: SettingOverrides<CollageOptions>) {
    self.name = name
    note = "your own"
    values = Setting<CollageOptions>.all.compactMap { setting in
      overrides[setting].map { Value(setting: setting.name, text: $0.text) }
    }
  }

  /// Settings that say what a collage shows, and not how it looks.
  private static let ofOneCollage = ["pick", "repeat", "template", "title"]

  /// All that differs from the defaults in how a collage looks, in the order of the settings.
  package static func values(of options: CollageOptions) -> [Value] {
    Setting<CollageOptions>.all.compactMap { setting in
      guard [.layout, .look, .text].contains(setting.group), !ofOneCollage.contains(setting.name),
        let text = setting.text(options), text != setting.defaultText
      else { return nil }
      return Value(setting: setting.name, text: text)
    }
  }

  /// The look of this name, in any case; nil if there is none.
  package static func named(_ name: String) -> Look? {
    all.first { $0.name == name.lowercased() }
  }

  package static let names = all.map(\.name)

  /// The end of a sentence about a name that no look has.
  package static let requirement = "must be one of \(names.joined(separator: ", "))"

  /// "; did you mean 'polaroid'?"; empty where no name is like the text.
  ///
  /// - Parameter others: the names of the user's own looks.
  package static func question(about text: String, and others: [String] = []) -> String {
    SpellingSuggestion.nearest(to: text, in: names + others).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// "plain (no space between photos), gallery (…)".
  package static let notes = all.map { "\($0.name) (\($0.note))" }.joined(separator: ", ")

  /// "gap 0, margin 0": its values, as commands.
  package var valuesText: String {
    values.map { "\($0.setting) \($0.text)" }.joined(separator: ", ")
  }

  var choosesFont: Bool { values.contains { $0.setting == "font" } }

  /// Gives options this look's values, and takes back what they still have of another look.
  package func apply(to options: inout CollageOptions) {
    // A collage that was opened may have one whose name isn't known.
    let old = options.look ?? Self.all.last { $0.isWhole(in: options) }
    old?.remove(from: &options)
    for value in values {
      value.parsed?.apply(&options)
      // The user hasn't asked for it by name, and it may not be installed.
      if value.setting == "font" { options.text.font?.isRequired = false }
    }
    // A rank means nothing among other layouts.
    options.layout.pick = 1
    options.look = self
  }

  /// Resets the settings that still have this look's values.
  package func remove(from options: inout CollageOptions) {
    for value in values where value.isSet(in: options) { value.definition?.reset(&options) }
    options.look = nil
  }

  private func isWhole(in options: CollageOptions) -> Bool {
    values.allSatisfy { $0.isSet(in: options) }
  }
}

extension Look.Value {
  /// Nil if there is no such setting.
  var definition: Setting<CollageOptions>? {
    Setting<CollageOptions>.all.first { $0.name == setting }
  }

  /// Nil if the text is not a value of the setting.
  var parsed: SettingValue<CollageOptions>? { definition?.value(text) }

  fileprivate func isSet(in options: CollageOptions) -> Bool {
    parsed.map { $0.text == definition?.text(options) } ?? false
  }
}
