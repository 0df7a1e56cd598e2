/// Why a setting makes no sense beside a template, and with which values; in the table of settings.
package struct TemplateRule<Options: SettingOptions>: Sendable {
  fileprivate let reason: TemplateConflict.Reason
  /// Whether the values that options have are those that make no sense.
  fileprivate let excludes: @Sendable (Options) -> Bool

  /// The template decides how photos lie.
  static var decided: Self { decided { _ in true } }

  /// The same of some values only.
  static func decided(where excludes: @escaping @Sendable (Options) -> Bool) -> Self {
    Self(reason: .decided, excludes: excludes)
  }

  /// The template has no room for text.
  static var noRoom: Self { Self(reason: .noRoom) { _ in true } }
}

/// A choice that makes no sense beside a template.
package struct TemplateConflict: Error, Hashable, Sendable {
  fileprivate enum Reason: Sendable {
    case decided
    case noRoom
  }

  /// The option without its dashes, the manifest's key, or the prompt's command.
  package let name: String
  fileprivate let reason: Reason

  // What can be chosen beside settings.
  package static let look = Self(name: "look", reason: .decided)
  package static let layout = Self(name: "layout", reason: .decided)
  package static let layoutFile = Self(name: "layout-file", reason: .decided)
  package static let columns = Self(name: "columns", reason: .decided)
  static let cover = Self(name: "cover", reason: .noRoom)
  static let pageNumbers = Self(name: "page-numbers", reason: .noRoom)
  static let headings = Self(name: "headings", reason: .noRoom)
  static let tree = Self(name: "tree", reason: .decided)

  /// The sentence for the user without its beginning, the name.
  ///
  /// - Parameter remedy: what the user can do about it.
  package func message(_ remedy: String = "leave it out") -> String {
    let reason =
      switch reason {
      case .decided: "decides how photos lie"
      case .noRoom: "has no room for text"
      }
    return "can't be used with a template, which \(reason); \(remedy)"
  }
}

extension Setting {
  /// Why a value can't be chosen beside a template; nil if it can.
  package func conflict(of value: SettingValue<Options>) -> TemplateConflict? {
    var options = Options()
    value.apply(&options)
    return conflict(in: options)
  }

  /// Why the value in the options can't be chosen beside a template; nil if it can.
  fileprivate func conflict(in options: Options) -> TemplateConflict? {
    guard let rule = templateRule, rule.excludes(options) else { return nil }
    return TemplateConflict(name: name, reason: rule.reason)
  }
}

extension SettingOptions {
  /// What isn't the default but makes no sense beside a template.
  var templateConflicts: [TemplateConflict] {
    let defaults = Self()
    return Self.settings.filter { $0.text(self) != $0.text(defaults) }
      .compactMap { $0.conflict(in: self) }
  }

  /// Sets all to its default that makes no sense beside a template.
  mutating func dropTemplateConflicts() {
    for setting in Self.settings where setting.conflict(in: self) != nil { setting.reset(&self) }
  }
}

extension SettingOverrides {
  /// What was chosen that makes no sense beside a template, in the table's order.
  package var templateConflicts: [TemplateConflict] {
    Options.settings.compactMap { setting in self[setting].flatMap(setting.conflict) }
  }
}

extension CollageChanges {
  /// What was chosen that makes no sense beside a template.
  package var templateConflicts: [TemplateConflict] {
    (look == nil ? [] : [.look]) + (layout == nil ? [] : [.layoutFile])
      + overrides.templateConflicts + ofPhotos.compactMap { $0.setting.conflict(of: $0.value) }
  }
}
