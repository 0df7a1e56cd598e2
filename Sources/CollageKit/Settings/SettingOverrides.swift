/// Settings that somebody chose; all others are left to whoever comes before: the command line's for a job of a manifest, the
/// defaults for the command line.
package struct SettingOverrides<Options: Sendable>: Hashable, Sendable {
  /// By the settings' names.
  private var values: [String: SettingValue<Options>] = [:]

  package init() {}

  package var isEmpty: Bool { values.isEmpty }

  /// The value chosen for a setting; nil where nothing was chosen.
  package subscript(setting: Setting<Options>) -> SettingValue<Options>? {
    get { values[setting.name] }
    set { values[setting.name] = newValue }
  }

  /// The same with what `later` chooses instead or besides.
  package func merging(_ later: Self) -> Self {
    var merged = self
    merged.values.merge(later.values) { $1 }
    return merged
  }
}

extension SettingOverrides<CollageOptions> {
  /// In the table's order.
  package func apply(to options: inout CollageOptions) {
    for setting in Setting<CollageOptions>.all { values[setting.name]?.apply(&options) }
  }

  /// Whether a long side was chosen for a canvas whose both sides were.
  package var hasSuperfluousLongSide: Bool {
    guard values["long-side"] != nil, let canvas = values["canvas"] else { return false }
    return canvas.text != Canvas.auto.text
  }

  /// Whether the canvas's size was chosen, one way or the other.
  package var choosesCanvas: Bool { values["canvas"] != nil || values["long-side"] != nil }
}

extension SettingOverrides<PhotoOptions> {
  /// In the table's order.
  package func apply(to options: inout PhotoOptions) {
    for setting in Setting<PhotoOptions>.all { values[setting.name]?.apply(&options) }
  }
}
