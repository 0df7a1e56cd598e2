internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

// How a recipe keeps settings that have entries of their own beside `settings`, or that its other
// entries tell.
extension Recipe {
  mutating func recordSettingsApart(_ options: CollageOptions) {
    let (layout, decoration) = (options.layout, options.decoration)
    // The canvas only where it is not what the finished one suggests.
    if layout.canvas.density == nil, layout.canvas != impliedCanvas {
      record(layout.canvas.text, of: "canvas")
    }
    tree = layout.tree
    background = decoration.background.description
    style?.cornerRadius = decoration.cornerRadius.isZero ? nil : decoration.cornerRadius.description
    style?.border = decoration.border.map { [$0.width.description, $0.colour.hexadecimal] }
    style?.shadow = decoration.shadow.map { [$0.width.description, $0.colour.hexadecimal] }
    colourSpace = options.colour.space == .sRGB ? nil : options.colour.space.rawValue
    exact = options.colour.isExact ? true : nil
    // A font's file without its folder.
    if let font = options.text.font { record(font.recordedName, of: "font") }
    if options.text.size != CollageOptions().text.size {
      record(options.text.size.text, of: "text-size")
    }
    // The limit where it was raised: nothing else tells how many scans the photos have.
    let scans = options.decoding.limits.scans
    if scans > DecodeLimits().scans { record("\(scans)", of: "max-scans") }
  }

  /// Sets them in options that have the defaults; false when what the recipe says is not valid.
  /// What was allowed once is allowed again; the options may allow more.
  func restoreSettingsApart(_ options: inout CollageOptions) -> Bool {
    /// True also without an entry.
    func set<Entry, Value>(
      _ option: WritableKeyPath<CollageOptions, Value>, to entry: Entry?, _ read: (Entry) -> Value?
    ) -> Bool {
      guard let entry else { return true }
      guard let value = read(entry) else { return false }
      options[keyPath: option] = value
      return true
    }
    func outline(_ texts: [String]) -> Outline?? {
      guard texts.count == 2, let width = Length(texts[0]), let colour = Colour(texts[1]) else {
        return nil
      }
      return .some(Outline(width: width, colour: colour))
    }
    guard let impliedCanvas,
      let givenCanvas = settings?["canvas"].map({ Canvas($0) }) ?? impliedCanvas,
      let format = OutputFormat(format),
      // Recipes of earlier versions name no tree.
      set(
        \.layout.style, to: layout == LayoutOptions.nameOfTree ? nil : layout,
        { LayoutStyle(rawValue: $0) }),
      set(\.decoration.background, to: background, { Background($0) }),
      set(\.decoration.cornerRadius, to: style?.cornerRadius, { Length($0) }),
      set(\.decoration.border, to: style?.border, outline),
      set(\.decoration.shadow, to: style?.shadow, outline),
      // Text of no size, which earlier versions took, was drawn one pixel high.
      set(
        \.text.size, to: settings?["text-size"], { Length($0).map { $0.isZero ? .pixels(1) : $0 } }),
      set(\.colour.space, to: colourSpace, { ColourSpace(rawValue: $0) }),
      set(\.encoding.quality, to: quality, { Quality($0) }),
      set(\.encoding.compression, to: compression, { Compression($0) }),
      set(
        \.decoding.limits.scans, to: settings?["max-scans"],
        { Int($0).flatMap { $0 > 0 ? $0 : nil } })
    else { return false }
    options.layout.canvas = givenCanvas
    if givenCanvas.needsLongSide { options.layout.longSide = max(canvas.width, canvas.height) }
    options.layout.tree = tree
    options.text.font = settings?["font"].flatMap { FontChoice($0) }
    options.colour.isExact = exact ?? false
    // JPEG is what a file's name decides, else the default.
    options.encoding.format = format == .jpeg ? nil : format
    options.rules.maxCount = max(options.rules.maxCount, photos.count)
    if photos.count % 2 != 0 { options.rules.allowsAnyCount = true }
    let largest = photos.compactMap(\.pixelSize?.pixels).max() ?? 0
    options.decoding.limits.pixels = max(options.decoding.limits.pixels, largest)
    return true
  }

  /// What the canvas was, as far as its finished size tells: a size on paper where there is a
  /// resolution; the default where that has such a long side; else these pixels. Nil for a size
  /// that no canvas has.
  var impliedCanvas: Canvas? {
    guard let size = PixelSize("\(canvas.width)x\(canvas.height)") else { return nil }
    if let dotsPerInch {
      return Density(dotsPerInch: dotsPerInch).flatMap { PrintSize(size, at: $0) }.map {
        .print($0)
      }
    }
    return max(size.width, size.height) == LayoutOptions().longSide ? .auto : .pixels(size)
  }
}
