internal import CollageKit
internal import PhotoLayouts

extension PromptTexts {
  /// Every setting with its value; those that differ from the default come first and are marked.
  static func style(_ selection: Selection, _ voice: Voice = .written) -> [String] {
    if voice == .spoken { return spokenStyle(selection) }
    let rows = styleRows(selection)
    let (chosen, defaults) = (rows.chosen, rows.defaults)
    let width = ((chosen + defaults).map(\.name.count).max() ?? 0) + 2
    return chosen.map { "* \($0.name.padded(to: width))\($0.value)" }
      + defaults.map { "  \($0.name.padded(to: width))\($0.value)" }
  }

  /// The settings that were changed, and the others.
  static func styleRows(_ selection: Selection) -> StyleRows {
    let options = selection.options
    let settings = Setting<CollageOptions>.all.filter { $0.name != "pick" }
    var chosen: [StyleRow] = []
    var defaults: [StyleRow] = []
    if let look = options.look {
      chosen.append(StyleRow(name: "look", value: look.name, spokenValue: look.name))
    }
    for setting in settings {
      let value = shown(setting, options)
      let row = StyleRow(
        name: setting.name, value: value, spokenValue: spoken(setting, value))
      let isDefault =
        setting.text(options) == setting.defaultText
        && (setting.name != "layout" || options.layout.pick == 1 && !options.layout.isArranged)
      if isDefault { defaults.append(row) } else { chosen.append(row) }
    }
    for setting in Setting<PhotoOptions>.all {
      for place in selection.photos.indices {
        let own = options[photo: place]
        guard setting.text(own) != setting.defaultText else { continue }
        let value = setting.displayedText(own)
        chosen.append(
          StyleRow(
            name: "\(setting.name) \(place + 1)", value: value,
            spokenValue: spoken(setting, value)))
      }
    }
    return StyleRows(chosen: chosen, defaults: defaults)
  }
}

struct StyleRow {
  let name: String
  let value: String
  let spokenValue: String
}

/// The settings that differ from their defaults, and the others.
struct StyleRows {
  let chosen: [StyleRow]
  let defaults: [StyleRow]
}
