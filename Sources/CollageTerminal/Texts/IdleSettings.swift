package import CollageKit
package import PhotoCodecs
internal import PhotoLayouts

/// Settings that were given and change nothing beside the others: a sentence for each.
package struct IdleSettings {
  /// What holds with them.
  private let options: CollageOptions
  private let encoding: Encoding
  /// Nil for a single collage.
  private let pages: PageOptions?
  /// Whether settings are commands of the prompt, and not options.
  private let isOfPrompt: Bool

  package init(
    _ options: CollageOptions, _ encoding: Encoding, pages: PageOptions? = nil,
    isOfPrompt: Bool = false
  ) {
    self.options = options
    self.encoding = encoding
    self.pages = pages
    self.isOfPrompt = isOfPrompt
  }

  private var isOfPages: Bool { pages != nil }

  private var style: String { "only \(named("layout mosaic")) looks for sizes and places" }

  /// A setting, perhaps with a value, as users write it.
  private func named(_ setting: String) -> String {
    isOfPrompt ? "'\(setting)'" : "--\(setting)"
  }

  /// In the order of the table of settings.
  ///
  /// - Parameter overrides: what was given.
  package func warnings(_ overrides: SettingOverrides<CollageOptions>) -> [String] {
    Setting<CollageOptions>.all.compactMap { setting in
      overrides[setting].flatMap { warning(setting, $0) }
    }
  }

  /// Nil for a setting that changes something.
  package func warning(
    _ setting: Setting<CollageOptions>, _ value: SettingValue<CollageOptions>
  ) -> String? {
    reason(setting.name, value.text).map { warning(setting.name, $0) }
  }

  /// Why sizes don't change where the prompt keeps a layout.
  private var givenLayout: String {
    "the layout is \(options.layout.isArranged ? "arranged by hand" : "given"); "
      + "enter \(named("layout mosaic")) to look for another"
  }

  /// About weights of single photos; nil where they change something.
  package var warningAboutWeights: String? {
    if options.layout.isArranged { return warning("weight", givenLayout) }
    return options.layout.style == .mosaic || options.layout.tree != nil
      ? nil : warning("weight", style)
  }

  private func warning(_ name: String, _ reason: String) -> String {
    isOfPrompt
      ? "warning: \(name) changes nothing here: \(reason)" : Self.warning(option: name, reason)
  }

  /// About an option without its dashes.
  package static func warning(option name: String, _ reason: String) -> String {
    "warning: --\(name) changes nothing here: \(reason)"
  }

  /// - Parameter value: as a user would write it.
  private func reason(_ name: String, _ value: String) -> String? {
    switch name {
    case "layout", "cells", "order", "balance", "weight", "lead":
      return reasonOfLayout(name, value)
    case "quality", "compression", "lossless", "hdr": return reasonOfFormat(name, value)
    case "title-place", "caption-place", "lang", "font", "text-size", "text-colour":
      return reasonOfText(name, value)
    case "openings":
      return options.pictures.template == nil && value != OpeningPartRule.auto.rawValue
        ? "it is about a template's openings; name one with \(named("template"))" : nil
    case "repeat":
      return options.pictures.template == nil && value == "on"
        ? "it fills a template's openings again; name one with \(named("template"))" : nil
    case "max", "any-count":
      if isOfPages {
        return "pages take any number of photos; \(named("per-page")) is for each page"
      }
      return options.pictures.template == nil
        ? nil : "the template's openings decide how many photos there are"
    default: return nil
    }
  }

  private func reasonOfLayout(_ name: String, _ value: String) -> String? {
    let layout = options.layout
    if layout.tree != nil {
      return isOfPrompt ? givenLayout : "\(named("layout-file")) says how photos lie"
    }
    if name == "layout" {
      return layout.cells != nil && value != LayoutStyle.grid.rawValue
        ? "\(named("cells")) puts photos into a grid; leave one of them out" : nil
    }
    let isDefault = ["order": "kept", "weight": "equal", "lead": "1"][name] == value
    if name == "order", options.pictures.template != nil { return nil }
    if name == "cells" || layout.style == .mosaic || isDefault { return nil }
    return style
  }

  private func reasonOfFormat(_ name: String, _ value: String) -> String? {
    let format = encoding.format
    let isLossless = options.encoding.isLossless && format.mayBeLossless
    let isDeflated = format == .png || format == .pdf && isLossless
    let kind = "a \(isLossless ? "lossless " : "")\(format.name)"
    switch name {
    case "quality":
      if isDeflated { return "\(kind) loses nothing; \(named("compression")) makes it smaller" }
      return isLossless ? "\(kind) loses nothing" : nil
    case "compression":
      if isDeflated { return nil }
      if isLossless { return "it is for PNGs and lossless PDFs" }
      return format == .pdf
        ? "its pixels are a JPEG; use \(named("quality")), or \(named("lossless")) with it"
        : "it is for PNGs and lossless PDFs; use \(named("quality"))"
    case "lossless":
      // An AVIF that must lose nothing isn't made.
      if value == "off" || format.mayBeLossless || format == .avif { return nil }
      return format == .png
        ? "a PNG is always lossless" : "a JPEG is never lossless; write a PNG or a PDF"
    default:
      return value == "auto" && !format.hasGainMap
        ? "only JPEGs, AVIFs and JPEG XLs have HDR" : nil
    }
  }

  private func reasonOfText(_ name: String, _ value: String) -> String? {
    let text = options.text
    func isThere(_ line: String?) -> Bool { line?.isEmpty == false }
    let hasCaptions =
      text.captions != nil || options.photos.contains { isThere($0.caption) }
    switch name {
    case "title-place":
      return isThere(text.title) ? nil : "there is no title; give one with \(named("title"))"
    case "caption-place":
      if !hasCaptions {
        return
          "there are no captions; ask for them with \(named("captions")) or \(named("caption"))"
      }
      let isBelow = value == CaptionPlace.border.rawValue && options.decoration.border == nil
      return isBelow ? "there is no border, so captions are below; add \(named("border"))" : nil
    case "lang":
      // The file states it.
      if text.alt != .none { return nil }
      let margins = [text.header, text.footer].compactMap(\.self)
      let hasDates =
        text.captions?.namesMonths == true || pages?.headings == .day || pages?.hasCover == true
        || isOfPages && margins.contains { $0.contains("{date}") }
      return hasDates
        ? nil
        : "no text has names of months or days, as \(isOfPrompt ? "" : "'")"
          + "\(named("captions date"))\(isOfPrompt ? "" : "'") has"
    default:
      let hasText =
        hasCaptions || [text.title, text.header, text.footer].contains(where: isThere)
        || pages?.hasText == true
      return hasText ? nil : "there is no text; give \(named("title")) or \(named("captions"))"
    }
  }
}
