internal import Imaging
internal import PhotoCodecs

/// Texts whose letters have been drawn.
final class DrawnTexts: Sendable {
  /// A text, with the indices of its lines in the picture for each colour that it may have.
  struct Part {
    let block: PlacedTexts.Block
    let lines: [Colour: Range<Int>]
  }

  private let picture: TextPicture
  private let parts: [Part]

  init(_ picture: consuming TextPicture, parts: [Part]) {
    self.picture = picture
    self.parts = parts
  }

  /// Lays all texts over the contents of a raster, and shades the photos below them as far as
  /// needed.
  ///
  /// - Parameters:
  ///   - gains: the raster's, of which none is left below text; nil for none.
  ///   - radius: that of the photos' rounded corners, in pixels.
  ///   - shadesSpecks: whether places of a background that isn't plain are shaded where text would
  ///     be hard to read.
  func lay(
    over raster: Raster, _ gains: GainPlane? = nil, radius: Double, shadesSpecks: Bool,
    with resources: Resources
  ) {
    resources.forEach(below: parts.count) { index, _ in
      lay(parts[index], over: raster, gains, radius, shadesSpecks: shadesSpecks)
    }
  }

  /// Lays the text on one photo, or the texts outside all photos, over a raster, and
  /// shades photos below them in the same way.
  func lay(on photo: Int?, of raster: Raster, _ gains: GainPlane? = nil, radius: Double) {
    for part in parts where part.block.photo == photo { lay(part, over: raster, gains, radius) }
  }

  private func lay(
    _ part: Part, over raster: Raster, _ gains: GainPlane?, _ radius: Double,
    shadesSpecks: Bool = true
  ) {
    let given = part.lines.count == 1 ? part.lines.keys.first : nil
    if let frame = part.block.frame {
      let colour = shade(part, given, raster, in: frame, radius: Float(radius))
      if let gains { part.block.dim(gains, in: frame) }
      return draw(part, colour, on: raster)
    }
    let contrast = TextContrast(given, on: raster.luminances(in: part.block.textArea))
    if given == nil, shadesSpecks {
      // A background that isn't plain may have places where neither black nor white is readable.
      raster.mix(contrast.shadeColour, into: part.block.textArea) { x, y in
        contrast.speckShade(of: raster[x, y])
      }
    }
    draw(part, contrast.colour, on: raster)
  }

  private func draw(_ part: Part, _ colour: Colour, on raster: Raster) {
    for line in part.lines[colour] ?? 0..<0 { picture.draw(line, on: raster) }
  }

  /// Shades the photo below a text, for contrast.
  ///
  /// - Returns: the text's colour.
  private func shade(
    _ part: Part, _ given: Colour?, _ raster: Raster, in frame: PixelRect, radius: Float
  ) -> Colour {
    let block = part.block
    // Letters cover the same in all colours.
    let lines = part.lines.values.min { $0.lowerBound < $1.lowerBound } ?? 0..<0
    guard let shown = frame.intersection(PixelRect(raster.size)) else { return given ?? .white }
    let halo = LetterHalo(
      of: lines, in: picture, size: block.size, around: block.textArea, within: shown)
    let shade = CaptionShade(
      given, over: halo.pixels(of: raster) { block.depth(atRow: $0) })
    let shape = RoundedRectangle(
      x: Float(frame.x), y: Float(frame.y), width: Float(frame.width), height: Float(frame.height),
      radius: radius)
    guard shade.strength > 0 else { return shade.colour }
    raster.mix(shade.shadeColour, into: block.shadedArea(in: frame)) { x, y in
      shade.opacity(depth: block.depth(atRow: y), halo: halo[x, y])
        * Double(shape.coverage(Float(x) + 0.5, Float(y) + 0.5))
    }
    return shade.colour
  }
}

extension PlacedTexts.Block {
  /// Takes the photo's gains away below the text, for contrast: there an HDR display shows what
  /// others show.
  fileprivate func dim(_ gains: GainPlane, in frame: PixelRect) {
    let shaded = shadedArea(in: frame)
    for y in shaded.y..<shaded.y + shaded.height {
      gains.keep(Float(1 - depth(atRow: y)), inRow: y, of: shaded)
    }
  }

  /// The shade fades out over one and a half ems above and below the text.
  private var fade: Int { Int((1.5 * em).rounded()) }

  fileprivate func shadedArea(in frame: PixelRect) -> PixelRect {
    let top = max(area.y - fade, frame.y)
    let bottom = min(area.y + area.height + fade, frame.y + frame.height)
    return PixelRect(x: frame.x, y: top, width: frame.width, height: bottom - top)
  }

  /// How strong the shade is in a row, 0 to 1.
  fileprivate func depth(atRow y: Int) -> Double {
    let distance = max(area.y - y, y - (area.y + area.height - 1), 0)
    let depth = 1 - min(Double(distance) / Double(fade + 1), 1)
    return depth * depth * (3 - 2 * depth)
  }
}
