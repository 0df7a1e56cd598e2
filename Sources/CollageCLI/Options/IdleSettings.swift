internal import CollageKit
internal import CollageTerminal
internal import PhotoCodecs
internal import PhotoLayouts

/// Settings that were given and change nothing beside the others: a sentence for each.
struct IdleSettings {
  /// What was given.
  let overrides: SettingOverrides<CollageOptions>
  /// What holds with it.
  let options: CollageOptions
  let encoding: Encoding
  /// Nil for a single collage.
  let pages: PageOptions?

  private var isOfPages: Bool { pages != nil }

  fileprivate static let style = "only --layout mosaic looks for sizes and places"

  /// In the order of the table of settings.
  var warnings: [String] {
    Setting<CollageOptions>.all.compactMap { setting in
      guard let value = overrides[setting], let reason = reason(setting.name, value.text) else {
        return nil
      }
      return Self.warning(setting.name, reason)
    }
  }

  static func warning(_ name: String, _ reason: String) -> String {
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
    case "repeat":
      return options.pictures.template == nil && value == "on"
        ? "it fills a template's openings again; name one with --template" : nil
    case "max", "any-count":
      if isOfPages { return "pages take any number of photos; --per-page is for each page" }
      return options.pictures.template == nil
        ? nil : "the template's openings decide how many photos there are"
    default: return nil
    }
  }

  private func reasonOfLayout(_ name: String, _ value: String) -> String? {
    let layout = options.layout
    if layout.tree != nil { return "--layout-file says how photos lie" }
    if name == "layout" {
      return layout.cells != nil && value != LayoutStyle.grid.rawValue
        ? "--cells puts photos into a grid; leave one of them out" : nil
    }
    let isDefault = ["order": "kept", "weight": "equal", "lead": "1"][name] == value
    if name == "cells" || layout.style == .mosaic || isDefault { return nil }
    return Self.style
  }

  private func reasonOfFormat(_ name: String, _ value: String) -> String? {
    let format = encoding.format
    let isLossless = options.encoding.isLossless && format.mayBeLossless
    let isDeflated = format == .png || format == .pdf && isLossless
    let kind = "a \(isLossless ? "lossless " : "")\(format.name)"
    switch name {
    case "quality":
      if isDeflated { return "\(kind) loses nothing; --compression makes it smaller" }
      return isLossless ? "\(kind) loses nothing" : nil
    case "compression":
      if isDeflated { return nil }
      if isLossless { return "it is for PNGs and lossless PDFs" }
      return format == .pdf
        ? "its pixels are a JPEG; use --quality, or --lossless with it"
        : "it is for PNGs and lossless PDFs; use --quality"
    case "lossless":
      // An AVIF that must lose nothing isn't made.
      if value == "off" || format.mayBeLossless || format == .avif { return nil }
      return format == .png
        ? "a PNG is always lossless" : "a JPEG is never lossless; write a PNG or a PDF"
    default:
      return value == "auto" && format != .jpeg ? "only a JPEG has HDR" : nil
    }
  }

  private func reasonOfText(_ name: String, _ value: String) -> String? {
    let text = options.text
    func isThere(_ line: String?) -> Bool { line?.isEmpty == false }
    let hasCaptions =
      text.captions != nil || options.photos.contains { isThere($0.caption) }
    switch name {
    case "title-place":
      return isThere(text.title) ? nil : "there is no title; give one with --title"
    case "caption-place":
      if !hasCaptions { return "there are no captions; ask for them with --captions or --caption" }
      let isBelow = value == CaptionPlace.border.rawValue && options.decoration.border == nil
      return isBelow ? "there is no border, so captions are below; add --border" : nil
    case "lang":
      let margins = [text.header, text.footer].compactMap(\.self)
      let hasDates =
        text.captions?.namesMonths == true || pages?.headings == .day || pages?.hasCover == true
        || isOfPages && margins.contains { $0.contains("{date}") }
      return hasDates ? nil : "no text has names of months or days, as '--captions date' has"
    default:
      let hasText =
        hasCaptions || [text.title, text.header, text.footer].contains(where: isThere)
        || pages?.hasText == true
      return hasText ? nil : "there is no text; give --title or --captions"
    }
  }
}

extension CollageArguments {
  /// Sentences about what was given and changes nothing.
  ///
  /// - Parameter pages: nil for a single collage.
  func idleWarnings(_ maker: CollageMaker, pages: PageOptions? = nil) -> [String] {
    let settings = IdleSettings(
      overrides: overrides, options: maker.options, encoding: maker.encoding, pages: pages)
    let ofPhotos = ofPhotos.idleNames(maker.options.layout)
    return settings.warnings + ofPhotos.map { IdleSettings.warning($0, IdleSettings.style) }
  }
}

extension PhotoSettingArguments {
  /// Settings of single photos that mean nothing in a layout.
  fileprivate func idleNames(_ layout: LayoutOptions) -> [String] {
    let isGiven = values.contains { $0.setting.name == "weight" }
    return isGiven && layout.style != .mosaic && layout.tree == nil ? ["weight"] : []
  }
}
