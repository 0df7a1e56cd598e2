package import PhotoCodecs
internal import PhotoLayouts
package import SystemPackage

/// The settings that were chosen at one level: on the command line over the defaults, or in a
/// manifest over the command line. Others keep the value of the level below.
package struct SettingOverrides<Options: SettingOptions>: Hashable, Sendable {
  /// By the settings' names.
  private var values: [String: SettingValue<Options>] = [:]

  package init() {}

  package var isEmpty: Bool { values.isEmpty }

  /// The value chosen for a setting; nil where nothing was chosen.
  package subscript(setting: Setting<Options>) -> SettingValue<Options>? {
    get { values[setting.name] }
    set { values[setting.name] = newValue }
  }

  /// These settings, with those of `later` added or taking precedence.
  package func merging(_ later: Self) -> Self {
    var merged = self
    merged.values.merge(later.values) { $1 }
    return merged
  }
}

extension SettingOverrides<CollageOptions> {
  package var choosesTemplate: Bool { choice("template") != nil }

  /// What was chosen for the setting of a name, as a user would write it; nil for nothing, or none.
  func choice(_ name: String) -> String? {
    values[name].flatMap { $0.text.isEmpty ? nil : $0.text }
  }

  /// In the table's order.
  package func apply(to options: inout CollageOptions) {
    for setting in Setting<CollageOptions>.all { values[setting.name]?.apply(&options) }
    // Who switches the sheet off means what only a sheet has, too.
    guard values["sheet"] != nil, options.print.sheet == nil else { return }
    options.print.dropSheetSettings { values[$0] != nil }
  }

  /// Whether a long side was chosen together with a canvas whose size is fixed.
  package var hasSuperfluousLongSide: Bool {
    guard values["long-side"] != nil, let canvas = values["canvas"].flatMap({ Canvas($0.text) })
    else { return false }
    return !canvas.needsLongSide
  }

  package var choosesFont: Bool { values["font"] != nil }

  /// The font, where it is chosen by its file.
  package var fontFile: FilePath? { values["font"].flatMap { FontChoice($0.text) }?.file }

  /// The template's and the overlay's file; nil for none, and for those on the web.
  package var templateFile: FilePath? {
    choice("template").flatMap { TemplateChoice($0) }?.address.file
  }
  package var overlayFile: FilePath? {
    choice("overlay").flatMap { OverlayChoice($0) }?.address.file
  }

  /// The output's format; nil where it isn't chosen, or is left to the output's name.
  package var format: OutputFormat? { values["format"].flatMap { OutputFormat($0.text) } }

  package var choosesLayout: Bool { values["layout"] != nil }

  /// Whether the canvas's size was chosen, by either setting.
  package var choosesCanvas: Bool { values["canvas"] != nil || values["long-side"] != nil }
}
