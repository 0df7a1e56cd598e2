internal import PhotoLayouts

extension CollageOptions {
  /// What a collage is made with: with a template, without what that decides itself, or has no room
  /// for.
  var asMade: CollageOptions {
    guard pictures.template != nil else { return self }
    var options = self
    options.layout.style = .mosaic
    options.layout.tree = nil
    options.layout.pick = 1
    options.layout.fit = LayoutOptions().fit
    options.layout.lead = LayoutOptions().lead
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
    "layout", "order", "balance", "pick", "fit", "lead", "gap", "margin", "corner-radius", "border",
    "border-bottom", "shadow", "perforated",
    "title", "title-place", "captions", "caption-place", "font", "text-size", "text-colour",
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
  /// Follows the name of what was chosen.
  package static let excludes =
    "can't be used with a template, which decides where photos go and has no room for text"
  /// The same with what to do.
  package static let notBesideTemplate = excludes + "; leave it out"
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
