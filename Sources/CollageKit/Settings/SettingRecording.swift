internal import PhotoCodecs

/// How a recipe keeps a setting, so that a saved collage can be made again.
struct SettingRecording<Options: SettingOptions>: Sendable {
  /// Writes the value in the options to a recipe.
  let write: @Sendable (Options, inout Recipe) -> Void
  /// Sets the recipe's value in options that have the default; false when what the recipe says is not valid.
  let read: @Sendable (Recipe, inout Options) -> Bool
}

extension SettingRecording<CollageOptions> {
  /// False, and nothing is set, when there is no value.
  private static func set<Value>(
    _ option: any WritableKeyPath<CollageOptions, Value> & Sendable, to value: Value?, in options: inout CollageOptions
  ) -> Bool {
    guard let value else { return false }
    options[keyPath: option] = value
    return true
  }

  /// What a recipe records anyway, or what nothing depends on once a collage is made.
  private static func implied(_ read: @escaping @Sendable (Recipe, inout CollageOptions) -> Bool) -> Self {
    Self(write: { _, _ in }, read: read)
  }

  // MARK: Layout

  /// The canvas, where it is not what the finished one suggests (`Recipe.impliedCanvas`).
  static let canvas = Self { options, recipe in
    let canvas = options.layout.canvas
    if canvas.density == nil, canvas != recipe.impliedCanvas { recipe.record(canvas.text, of: "canvas") }
  } read: { recipe, options in
    guard let implied = recipe.impliedCanvas else { return false }
    guard let text = recipe.settings?["canvas"] else { return set(\.layout.canvas, to: implied, in: &options) }
    return set(\.layout.canvas, to: Canvas(text), in: &options)
  }

  /// The longer side of the finished canvas.
  static let longSide = implied { recipe, options in
    if options.layout.canvas.needsLongSide { options.layout.longSide = max(recipe.canvas.width, recipe.canvas.height) }
    return true
  }

  static let layout = Self { options, recipe in
    recipe.tree = options.layout.tree
  } read: { recipe, options in
    options.layout.tree = recipe.tree
    // Recipes of earlier versions name no tree.
    if recipe.layout == LayoutOptions.nameOfTree { return true }
    return set(\.layout.style, to: LayoutStyle(rawValue: recipe.layout), in: &options)
  }

  // MARK: Look

  static let background = Self { options, recipe in
    recipe.background = options.decoration.background.description
  } read: { recipe, options in
    set(\.decoration.background, to: Background(recipe.background), in: &options)
  }

  static let cornerRadius = Self { options, recipe in
    let radius = options.decoration.cornerRadius
    recipe.style?.cornerRadius = radius.isZero ? nil : radius.description
  } read: { recipe, options in
    guard let text = recipe.style?.cornerRadius else { return true }
    return set(\.decoration.cornerRadius, to: Length(text), in: &options)
  }

  static let border = outline(\.border, of: \.decoration.border)
  static let shadow = outline(\.shadow, of: \.decoration.shadow)

  private static func outline(
    _ property: any WritableKeyPath<Recipe.Style, [String]?> & Sendable,
    of option: any WritableKeyPath<CollageOptions, Outline?> & Sendable
  ) -> Self {
    Self { options, recipe in
      recipe.style?[keyPath: property] = options[keyPath: option].map { [$0.width.description, $0.colour.hexadecimal] }
    } read: { recipe, options in
      guard let texts = recipe.style?[keyPath: property] else { return true }
      guard texts.count == 2, let width = Length(texts[0]), let colour = Colour(texts[1]) else { return false }
      return set(option, to: Outline(width: width, colour: colour), in: &options)
    }
  }

  /// A file without its folder.
  static let font = Self { options, recipe in
    if let font = options.text.font { recipe.record(font.recordedName, of: "font") }
  } read: { recipe, options in
    options.text.font = recipe.settings?["font"].flatMap { FontChoice($0) }
    return true
  }

  static let colourSpace = Self { options, recipe in
    recipe.colourSpace = options.colour.space == .sRGB ? nil : options.colour.space.rawValue
  } read: { recipe, options in
    recipe.colourSpace.map { set(\.colour.space, to: ColourSpace(rawValue: $0), in: &options) } ?? true
  }

  static let exact = Self { options, recipe in
    recipe.exact = options.colour.isExact ? true : nil
  } read: { recipe, options in
    options.colour.isExact = recipe.exact ?? false
    return true
  }

  // MARK: Encoding

  /// JPEG is what a file's name decides, else the default.
  static let format = implied { recipe, options in
    guard let format = OutputFormat(recipe.format) else { return false }
    options.encoding.format = format == .jpeg ? nil : format
    return true
  }

  static let quality = implied { recipe, options in
    recipe.quality.map { set(\.encoding.quality, to: Quality($0), in: &options) } ?? true
  }

  static let compression = implied { recipe, options in
    recipe.compression.map { set(\.encoding.compression, to: Compression($0), in: &options) } ?? true
  }

  // MARK: Photos

  // What was allowed once is allowed again; the interface may allow more.

  static let maxCount = implied { recipe, options in
    options.rules.maxCount = max(options.rules.maxCount, recipe.photos.count)
    return true
  }

  static let anyCount = implied { recipe, options in
    if recipe.photos.count % 2 != 0 { options.rules.allowsAnyCount = true }
    return true
  }

  static let maxPixels = implied { recipe, options in
    let largest = recipe.photos.compactMap(\.pixelSize?.pixels).max() ?? 0
    options.decoding.limits.pixels = max(options.decoding.limits.pixels, largest)
    return true
  }

  /// The limit, where it was raised: nothing else tells how many scans the photos have.
  static let maxScans = Self { options, recipe in
    let scans = options.decoding.limits.scans
    if scans > DecodeLimits().scans { recipe.record("\(scans)", of: "max-scans") }
  } read: { recipe, options in
    guard let text = recipe.settings?["max-scans"] else { return true }
    guard let scans = Int(text), scans > 0 else { return false }
    options.decoding.limits.scans = scans
    return true
  }
}

extension SettingRecording<PhotoOptions> {
  /// `Recipe.Entry.focus`, which `Recipe.photoOptions` reads.
  static let focus = Self(write: { _, _ in }, read: { _, _ in true })
}

extension Recipe {
  /// What the canvas was, as far as its finished size tells: a size on paper where there is a resolution; the default
  /// where that has such a long side; else these pixels. Nil for a size that no canvas has.
  var impliedCanvas: Canvas? {
    guard let size = PixelSize("\(canvas.width)x\(canvas.height)") else { return nil }
    if let dotsPerInch {
      return Density(dotsPerInch: dotsPerInch).flatMap { PrintSize(size, at: $0) }.map { .print($0) }
    }
    return max(size.width, size.height) == LayoutOptions().longSide ? .auto : .pixels(size)
  }
}
