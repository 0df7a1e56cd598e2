internal import PhotoLayouts

extension CollageOptions {
  /// What a collage is made with: with a template, on the paper that this is drawn for unless
  /// another canvas was chosen, and without what that decides itself, or has no room for; with a bleed, without a narrow margin that nobody asked for.
  var asMade: CollageOptions {
    guard let template = pictures.template else { return withMarginForBleed }
    var options = self
    (options.print.bleed, options.print.safe) = (.none, nil)
    var layout = LayoutOptions()
    (layout.canvas, layout.longSide) = (options.layout.canvas, options.layout.longSide)
    if layout.canvas == .auto, layout.longSide == nil, let paper = template.template?.paper {
      layout.canvas = .print(paper)
    }
    layout.focus = options.layout.focus
    options.layout = layout
    options.decoration = DecorationOptions()
    if !decoration.background.isBlurred {
      options.decoration.background = decoration.background
    }
    options.text = TextOptions()
    for place in options.photos.indices {
      options.photos[place].weight = PhotoOptions().weight
      options.photos[place].keepsWhole = false
      options.photos[place].caption = nil
    }
    return options
  }

  /// The addresses of photos in the places that they fill: in those of a template that was read
  /// again and again.
  func placed<Address>(_ addresses: [Address]) -> [Address] {
    guard pictures.repeatsPhotos, let count = pictures.template?.template?.openings.count,
      !addresses.isEmpty, addresses.count < count
    else { return addresses }
    return (0..<count).map { addresses[$0 % addresses.count] }
  }

  /// The options of some photos for a number of places that they fill one after the other, again
  /// and again.
  func repeatingPhotos(_ chosen: Int, to count: Int) -> CollageOptions {
    guard !photos.isEmpty, chosen < count else { return self }
    var options = self
    options.photos = (0..<count).map { self[photo: $0 % chosen] }
    return options
  }
}

extension Setting<CollageOptions> {
  /// What a template decides, or has no room for.
  private static let decidedByTemplates: Set<String> = [
    "layout", "cells", "order", "balance", "pick", "fit", "lead", "gap", "margin", "bleed", "safe",
    "corner-radius", "border", "border-bottom", "shadow", "perforated", "title", "title-place",
    "header", "footer", "captions", "caption-place", "font", "text-size", "text-colour",
  ]

  /// Whether it makes no sense beside a template.
  package var isDecidedByTemplates: Bool { Self.decidedByTemplates.contains(name) }
}

extension Setting<PhotoOptions> {
  /// Whether it makes no sense beside a template.
  package var isDecidedByTemplates: Bool { ["weight", "keep-whole", "caption"].contains(name) }
}

extension PhotoOptions {
  /// The settings that aren't the default but make no sense beside a template.
  var decidedByTemplates: [Setting<PhotoOptions>] {
    Setting<PhotoOptions>.all.filter {
      $0.isDecidedByTemplates && $0.text(self) != $0.text(PhotoOptions())
    }
  }
}

/// Sentences about templates.
package enum TemplateTexts {
  /// Settings of words, for which templates have no room.
  private static let ofText: Set<String> = [
    "title", "title-place", "header", "footer", "captions", "caption", "caption-place", "font",
    "text-size", "text-colour",
  ]

  /// Follows the name of a setting, or of what else was chosen.
  package static func excludes(_ name: String) -> String {
    "can't be used with a template, which "
      + (ofText.contains(name) ? "has no room for text" : "decides how photos lie")
  }

  /// The same with what to do.
  package static func notBesideTemplate(_ name: String) -> String {
    excludes(name) + "; leave it out"
  }
}

extension CollageChanges {
  /// The name of the first choice that makes no sense beside a template; nil if there is none.
  package var excludedByTemplates: String? {
    if look != nil { return "look" }
    if layout != nil { return "layout-file" }
    return overrides.decidedByTemplates.first?.name
      ?? ofPhotos.map(\.setting).first(where: \.isDecidedByTemplates)?.name
  }
}

extension SettingOverrides<CollageOptions> {
  package var choosesTemplate: Bool { choice("template") != nil }

  /// The settings that were chosen but make no sense beside a template, in the table's order.
  package var decidedByTemplates: [Setting<CollageOptions>] {
    Setting<CollageOptions>.all.filter { setting in
      guard let value = self[setting] else { return false }
      return setting.isDecidedByTemplates
        || setting.name == "background" && value.text.hasPrefix("blur")
    }
  }
}
