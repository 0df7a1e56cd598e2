internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// Pictures on one white sheet, in rows, with about as many columns as rows, each below its label.
struct TileSheet {
  /// A picture on the sheet.
  struct Tile {
    let label: String
    let size: PixelSize
  }

  /// The frames of the pictures on the sheet.
  let layout: CollageLayout
  private let labels: [String]
  private let labelHeight: Int
  private let dot: Int

  /// - Parameters:
  ///   - room: the space for each picture, in pixels; none is larger.
  ///   - gap: the space between pictures, in pixels.
  ///   - dot: the width and height of the labels' dots, in pixels.
  ///   - text: the space for captions below the pictures and for a title; nil for none.
  init(
    _ tiles: [Tile], room: PixelSize, gap: Int, dot: Int, text: TextRoom? = nil
  ) {
    let labelHeight = DotFont.height * dot + gap / 2
    let columns = Int(Double(tiles.count).squareRoot().rounded(.up))
    let rows = (tiles.count + columns - 1) / columns
    let width = room.width + gap
    let height = room.height + labelHeight + (text?.strips.max() ?? 0) + gap
    let top = gap + (text?.titleHeight ?? 0)
    layout = CollageLayout(
      canvas: PixelSize(width: columns * width + gap, height: top + rows * height),
      frames: tiles.enumerated().map { index, tile in
        Frame(
          x: gap + index % columns * width, y: top + index / columns * height + labelHeight,
          width: tile.size.width, height: tile.size.height)
      }, room: text)
    labels = tiles.map(\.label)
    self.labelHeight = labelHeight
    self.dot = dot
  }

  /// The finished sheet, given a raster with the pictures in their frames.
  ///
  /// - Parameters:
  ///   - kind: what the pictures are, in the plural.
  ///   - texts: the captions of the pictures, and the sheet's title; nil for none.
  func collage(
    of kind: String, _ raster: Raster, _ maker: CollageMaker, _ texts: PlacedTexts? = nil,
    inputs: [FileIdentity], warnings: [PhotoWarning]
  ) -> Collage {
    for (frame, label) in zip(layout.frames, labels) {
      DotFont.draw(
        label, at: frame.bounds.x, frame.bounds.y - labelHeight, dot: dot, in: .black, on: raster)
    }
    // It shows several collages, so its recipe names no photos.
    let options = MadeOptions(CollageOptions())
    let recipe = Recipe([], digests: [], on: layout.canvas, options, maker.encoding)
    return Collage(
      PixelBands(raster, as: maker.encoding), recipe,
      words: words(of: kind, texts, maker.options.text),
      inputs: inputs, warnings: warnings)
  }

  /// What the sheet says to those who don't see it; nil for nothing.
  private func words(
    of kind: String, _ texts: PlacedTexts?, _ options: TextOptions
  ) -> PictureWords? {
    typealias Part = PictureWords.Part
    if options.alt == .none { return nil }
    let blocks = texts?.blocks ?? []
    let name = kind.dropLast()
    let ours = AltText.language(beside: options.language.tag)
    func part(_ kind: Part.Kind, _ text: String?, _ block: PlacedTexts.Block?) -> [Part] {
      guard let block, let text, case let text = AltText.cleaned(text), !text.isEmpty else {
        return []
      }
      return [Part(kind, text, in: block.area)]
    }
    let title = part(.title, texts?.title, blocks.first { $0.role == .title })
    let tiles = zip(layout.frames, labels).enumerated().flatMap { place, tile in
      let (frame, label) = tile
      let caption = blocks.first { $0.role == .caption && $0.place == place }
      return [
        Part(
          .photo, "\(name.prefix(1).uppercased())\(name.dropFirst()) \(label)", in: frame.bounds,
          language: ours)
      ]
        + part(.caption, caption.flatMap { _ in texts?.captions[place] }, caption)
    }
    let count = "\(labels.count) \(labels.count == 1 ? String(name) : kind)"
    var text = "A sheet of \(count)." + (title.first.map { " Title: \($0.text)." } ?? "")
    var language = ours
    if case .text(let own) = options.alt { (text, language) = (own, nil) }
    return PictureWords(
      description: AltText.shortened(text), brief: AltText.brief(text), kind: "Sheet of \(count)",
      language: options.language.tag, descriptionLanguage: language, parts: title + tiles)
  }
}
