internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// A fine line along the inside of a photo's frame, where the photo would melt into the background:
/// snow or paper into white, a night into black.
struct Hairline: Sendable {
  private let rule: HairlineRule
  /// The background's colour, in CIE L*a*b*.
  private let ground: SIMD3<Double>
  /// What the photo is mixed with below the line, and how much of it, 0 to 1.
  private let colour: Colour
  private let share: Double
  /// In pixels of the raster.
  private let width: Float
  /// That of the photos' corners.
  private let radius: Float
  private let frames: [Frame]

  /// Of the canvas's short side.
  private static let widthShare = 0.0008
  /// By how much CIE L* differs between the background and the line over a photo that looks like
  /// it: enough to be seen, and no more.
  private static let contrast = 16.0
  /// Up to this distance of colours a photo's pixel looks like the background.
  private static let likeness = 9.0
  /// Where more of its border looks so, a photo gets the line.
  private static let maxMelting = 0.2
  /// How many places of a side are looked at.
  private static let samples = 160

  /// Nil where nothing melts: without a plain background, or with borders or shadows.
  ///
  /// - Parameter radius: of the photos' corners, in pixels of the raster.
  init?(_ options: DecorationOptions, of plan: SizedPlan, _ space: ColourSpace, radius: Double) {
    guard options.hairline != .never, plan.openings == nil,
      case .colour(let background) = options.background, background.isOpaque,
      !options.hasBorder, options.shadow?.width.isZero ?? true
    else { return nil }
    rule = options.hairline
    frames = plan.frames
    self.radius = Float(radius)
    let shortSide = Double(min(plan.canvas.width, plan.canvas.height)) * plan.scale
    width = Float(max((shortSide * Self.widthShare).rounded(), 1))
    ground = Self.lab(space.colour(background))
    // Darker than a light background, lighter than a dark one.
    let isDark = ground.x < 50
    let now = Lightness.luminance(ofValue: ground.x)
    let wanted = Lightness.luminance(
      ofValue: isDark ? ground.x + Self.contrast : ground.x - Self.contrast)
    colour = isDark ? .white : .black
    share = isDark ? (wanted - now) / (1 - now) : 1 - wanted / now
  }

  /// Draws the line around a photo that is in its frame, if it needs one.
  ///
  /// - Parameter isOpaque: whether nothing shows through the photo. The outline of another one
  ///   isn't that of its frame.
  func draw(around place: Int, isOpaque: Bool, on raster: Raster) {
    guard isOpaque, let area = frames[place].bounds.intersection(PixelRect(raster.size)) else {
      return
    }
    let sides = Side.allCases.filter { isBesideGround($0, of: area, on: raster.size) }
    guard !sides.isEmpty else { return }
    if rule == .auto {
      let looks = sides.flatMap { melting(at: $0, of: area, on: raster) }
      guard looks.count(where: \.self) > Int(Self.maxMelting * Double(looks.count)) else { return }
    }
    func inset(_ side: Side) -> Float { sides.contains(side) ? width : -2 * radius - 1 }
    func rectangle(_ left: Float, _ top: Float, _ right: Float, _ bottom: Float, _ radius: Float)
      -> RoundedRectangle
    {
      RoundedRectangle(
        x: Float(area.x) + left, y: Float(area.y) + top,
        width: max(Float(area.width) - left - right, 0),
        height: max(Float(area.height) - top - bottom, 0), radius: radius)
    }
    let outer = rectangle(0, 0, 0, 0, radius)
    let inner = rectangle(
      inset(.left), inset(.top), inset(.right), inset(.bottom), max(radius - width, 0))
    for strip in strips(of: area) {
      raster.mix(colour, into: strip) { x, y in
        let (px, py) = (Float(x) + 0.5, Float(y) + 0.5)
        return share * Double(max(outer.coverage(px, py) - inner.coverage(px, py), 0))
      }
    }
  }

  private enum Side: CaseIterable {
    case left
    case top
    case right
    case bottom
  }

  /// What the line may cover: the frame's rim, with its corners.
  private func strips(of area: PixelRect) -> [PixelRect] {
    let depth = Int((width + radius).rounded(.up))
    let (across, down) = (min(depth, area.width), min(depth, area.height))
    guard 2 * across < area.width, 2 * down < area.height else { return [area] }
    let between = area.height - 2 * down
    return [
      PixelRect(x: area.x, y: area.y, width: area.width, height: down),
      PixelRect(x: area.x, y: area.y + area.height - down, width: area.width, height: down),
      PixelRect(x: area.x, y: area.y + down, width: across, height: between),
      PixelRect(
        x: area.x + area.width - across, y: area.y + down, width: across, height: between),
    ]
  }

  /// Pixels along a side, inside the frame or beyond it.
  ///
  /// - Parameter distance: from the side, inwards; below 0 for outside.
  private func pixels(at side: Side, of area: PixelRect, distance: Int) -> [(x: Int, y: Int)] {
    let length = side == .left || side == .right ? area.height : area.width
    // Rounded corners belong to no side.
    let corner = min(Int(radius.rounded(.up)), max(length / 2 - 1, 0))
    let step = max((length - 2 * corner) / Self.samples, 1)
    return stride(from: corner, to: length - corner, by: step).map { along in
      switch side {
      case .left: (area.x + distance, area.y + along)
      case .top: (area.x + along, area.y + distance)
      case .right: (area.x + area.width - 1 - distance, area.y + along)
      case .bottom: (area.x + along, area.y + area.height - 1 - distance)
      }
    }
  }

  /// Whether there is background beside most of a side, not another photo or the canvas's edge.
  private func isBesideGround(_ side: Side, of area: PixelRect, on canvas: PixelSize) -> Bool {
    let outside = pixels(at: side, of: area, distance: -1)
    let whole = PixelRect(canvas)
    let free = outside.count { pixel in
      whole.contains(pixel.x, pixel.y)
        && !frames.contains { $0.bounds.contains(pixel.x, pixel.y) }
    }
    return 2 * free > outside.count
  }

  /// For places along a side, whether the photo looks like the background there.
  private func melting(at side: Side, of area: PixelRect, on raster: Raster) -> [Bool] {
    let outer = pixels(at: side, of: area, distance: 0)
    let depth = min(1, min(area.width, area.height) - 1)
    let inner = pixels(at: side, of: area, distance: depth)
    return zip(outer, inner).map { first, second in
      [first, second].allSatisfy { pixel in
        let difference = Self.lab(raster[pixel.x, pixel.y]) - ground
        return (difference * difference).sum() < Self.likeness * Self.likeness
      }
    }
  }

  /// CIE L*a*b* of a colour in sRGB, for daylight; near enough for one in Display P3.
  private static func lab(_ colour: Colour) -> SIMD3<Double> {
    let linear = SIMD3(
      SRGB.linear(Double(colour.red) / 255), SRGB.linear(Double(colour.green) / 255),
      SRGB.linear(Double(colour.blue) / 255))
    let x = (linear * SIMD3(0.4124, 0.3576, 0.1805)).sum() / 0.9505
    let y = Lightness.luminance(of: linear)
    let z = (linear * SIMD3(0.0193, 0.1192, 0.9505)).sum() / 1.089
    let (across, lightness, along) = (
      Lightness.value(ofLuminance: x), Lightness.value(ofLuminance: y),
      Lightness.value(ofLuminance: z)
    )
    // L* is 116 times the cube root, less 16, so these are the usual factors over 116.
    return SIMD3(
      lightness, 500 / 116 * (across - lightness), 200 / 116 * (lightness - along))
  }
}
