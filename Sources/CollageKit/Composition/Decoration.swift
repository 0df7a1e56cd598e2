internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// Draws around photos that are in their frames: rounded corners, borders, shadows, and the
/// background below them.
///
/// Edges are antialiased: a pixel that an edge crosses is a mix of both sides. Pixels inside photos
/// stay as they are.
struct Decoration: Sendable {
  private let background: Background
  private let radius: Float
  private let borderWidth: Float
  /// The height of the border's lower side.
  private let lowerBorder: Float
  private let borderColour: Colour
  private let shadowSize: Float
  private let shadowColour: Colour
  /// Nil for none.
  private let holes: Perforation?
  private let scale: Double
  /// At each side of the raster, in its pixels.
  private let bleed: Int

  /// Nil when there is nothing to draw: the photos lie on a plain colour.
  init?(_ collage: CollageOptions, of plan: SizedPlan) {
    let (options, canvas) = (collage.decoration, collage.layout.canvas)
    guard options.isDecorated else { return nil }
    let side = min(plan.canvas.width, plan.canvas.height)
    let scale = plan.scale
    self.scale = scale
    bleed = plan.bleed
    background = options.background
    radius = Float(options.cornerRadius.pixels(onShortSide: side, of: canvas) * scale)
    borderWidth = Float(
      (options.border?.width.wholePixels(onShortSide: side, of: canvas)).map {
        Double($0) * scale
      } ?? 0)
    // Captions may stand in it.
    let lower =
      plan.texts?.lowerBorder ?? options.borderBottom.wholePixels(onShortSide: side, of: canvas)
    self.lowerBorder = max(Float(Double(lower) * scale), borderWidth)
    borderColour = options.border?.colour ?? Outline.borderColour
    shadowSize = Float((options.shadow?.width.pixels(onShortSide: side, of: canvas) ?? 0) * scale)
    let margin = Double(collage.layout.margin.wholePixels(onShortSide: side, of: canvas)) * scale
    let shown = PixelSize(
      width: Int((Double(plan.canvas.width) * scale).rounded()),
      height: Int((Double(plan.canvas.height) * scale).rounded()))
    holes = options.isPerforated ? Perforation(of: shown, margin: Float(margin)) : nil
    shadowColour = options.shadow?.colour ?? Outline.shadowColour
  }

  /// A photo's frame as it is drawn.
  private struct Shape {
    let area: PixelRect
    let isOpaque: Bool
    let photo: RoundedRectangle
    let border: RoundedRectangle
    let shadow: RoundedRectangle
  }

  /// Draws around the photos of a raster that is transparent elsewhere.
  ///
  /// - Parameters:
  ///   - opaque: for each frame whether its photo is opaque.
  ///   - gains: the raster's, of which as much is left as of the photos; nil for none.
  func draw(
    around frames: [Frame], opaque: [Bool], on raster: Raster, _ gains: GainPlane? = nil,
    with resources: Resources
  ) {
    let backdrop = Backdrop(
      background, behind: frames, border: backdropBorder, on: raster, scale: scale)
    let shapes = zip(frames, opaque).map { shape(of: $0.bounds, isOpaque: $1, on: raster.size) }
    let hole = PremultipliedColour(raster.colourSpace.colour(Perforation.colour))
    let border = PremultipliedColour(raster.colourSpace.colour(borderColour))
    let shadow = PremultipliedColour(raster.colourSpace.colour(shadowColour))
    let reach = Int((borderWidth + shadowSize * 4 / 3).rounded(.up)) + 1 + bleed
    let reachBelow = Int((lowerBorder + shadowSize * 4 / 3).rounded(.up)) + 1 + bleed
    resources.forEach(below: raster.size.height) { y, _ in
      let near = shapes.filter {
        y >= $0.area.y - reach && y < $0.area.y + $0.area.height + reachBelow
      }
      let solid = near.compactMap { solidPart(of: $0, y) }.sorted { $0.lowerBound < $1.lowerBound }
      raster.withRow(y) { row in
        var start = 0
        // Between the parts where only a photo shows; the last one is empty and ends the row.
        for part in solid + [raster.size.width..<raster.size.width] {
          for x in start..<max(part.lowerBound, start) {
            let (px, py) = (Float(x) + 0.5, Float(y) + 0.5)
            var mixed = backdrop[x, y]
            if let holes {
              let coverage = holes.coverage(px - Float(bleed), py - Float(bleed))
              mixed = (hole * coverage).over(mixed)
            }
            if shadowSize > 0 {
              for shape in near {
                mixed = (shadow * shadowDarkness(at: shape.shadow.distance(px, py))).over(mixed)
              }
            }
            if lowerBorder > 0 {
              for shape in near { mixed = (border * shape.border.coverage(px, py)).over(mixed) }
            }
            if let shape = near.first(where: { $0.area.contains(x, y) }) {
              let pixel = Colour(
                red: row[4 * x], green: row[4 * x + 1], blue: row[4 * x + 2], alpha: row[4 * x + 3])
              let coverage = shape.photo.coverage(px, py)
              mixed = (PremultipliedColour(pixel) * coverage).over(mixed)
              gains?.keep(coverage, x, y)
            }
            let colour = mixed.w > 0 ? mixed / mixed.w : mixed
            for channel in 0..<3 {
              row[4 * x + channel] = UInt8(min(max(colour[channel], 0), 255).rounded())
            }
            row[4 * x + 3] = UInt8((min(mixed.w, 1) * 255).rounded())
          }
          start = part.upperBound
        }
      }
    }
  }

  private func shape(of area: PixelRect, isOpaque: Bool, on size: PixelSize) -> Shape {
    Shape(
      area: area, isOpaque: isOpaque, photo: rectangle(area, on: size),
      border: rectangle(area, on: size, widenedBy: borderWidth, below: lowerBorder),
      // The light comes from above.
      shadow: rectangle(
        area, on: size, widenedBy: borderWidth, below: lowerBorder, loweredBy: shadowSize / 3))
  }

  /// Nil if the photos themselves touch the background.
  private var backdropBorder: BackdropBorder? {
    let (width, lower) = (Int(borderWidth.rounded()), Int(lowerBorder.rounded()))
    return lower > 0 ? BackdropBorder(width: width, lower: lower, colour: borderColour) : nil
  }

  /// A photo's frame, or its border. What reaches the canvas's edge goes on beyond the bleed, with
  /// its corners.
  private func rectangle(
    _ area: PixelRect, on size: PixelSize, widenedBy width: Float = 0, below: Float = 0,
    loweredBy offset: Float = 0
  ) -> RoundedRectangle {
    let corner = radius > 0 ? radius + width : 0
    var (x, y) = (Float(area.x) - width, Float(area.y) - width)
    var (across, down) = (Float(area.width) + 2 * width, Float(area.height) + width + below)
    if bleed > 0 {
      let edge = Float(bleed) + 0.5
      let beyond = edge + corner + 2 * shadowSize
      if x + across > Float(size.width) - edge { across += beyond }
      if y + down > Float(size.height) - edge { down += beyond }
      if x < edge { (x, across) = (x - beyond, across + beyond) }
      if y < edge { (y, down) = (y - beyond, down + beyond) }
    }
    return RoundedRectangle(x: x, y: y + offset, width: across, height: down, radius: corner)
  }

  /// The columns of a row where only the photo is visible.
  private func solidPart(of shape: Shape, _ y: Int) -> Range<Int>? {
    let area = shape.area
    guard shape.isOpaque, y >= area.y, y < area.y + area.height else { return nil }
    let corner = Int(radius.rounded(.up))
    let isBetweenCorners = y >= area.y + corner && y < area.y + area.height - corner
    let inset = isBetweenCorners ? 0 : min(corner, area.width / 2)
    return area.x + inset..<max(area.x + area.width - inset, area.x + inset)
  }

  /// The darkness of a shadow, 0 to 1, at a distance in pixels from the shape's edge.
  private func shadowDarkness(at distance: Float) -> Float {
    let part = min(max((shadowSize - distance) / (2 * shadowSize), 0), 1)
    return part * part * (3 - 2 * part)
  }
}

extension PixelRect {
  func contains(_ x: Int, _ y: Int) -> Bool {
    x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
  }
}

extension DecorationOptions {
  /// Whether there is more to draw than photos on a plain colour.
  var isDecorated: Bool {
    background.isBlurred || !cornerRadius.isZero || hasBorder || isPerforated
      || !(shadow?.width.isZero ?? true)
  }

  /// Whether there is a border, and if it is only a lower side.
  var hasBorder: Bool { !(border?.width.isZero ?? true) || !borderBottom.isZero }

  /// What translucent photos are mixed with while decoding; transparent where a decoration is drawn
  /// below them later.
  var decodingBackground: Colour {
    if !isDecorated, case .colour(let colour) = background { colour } else { .transparent }
  }
}
