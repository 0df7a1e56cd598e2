internal import Glibc
internal import Imaging
internal import PhotoCodecs

/// A picture with openings for photos.
struct TemplateFixture: Sendable {
  let name: String
  private let size: PixelSize
  /// The colour at a pixel, below the openings.
  private let paint: @Sendable (Int, Int) -> Colour
  private let openings: [Opening]

  /// A shape with its soft edge.
  private struct Opening: Sendable {
    /// How far inside a point lies, in pixels; below 0 outside.
    let depth: @Sendable (Double, Double) -> Double
    /// The width of the edge in pixels.
    var rim = 1.0
  }

  static let all = [strip, polaroids, heart, turned, single]

  func file() throws -> FixtureFile {
    let raster = Raster(size: size, paint)
    for y in 0..<size.height {
      raster.withRow(y) { row in
        for x in 0..<size.width {
          row[4 * x + 3] = UInt8((255 * opacity(Double(x) + 0.5, Double(y) + 0.5)).rounded())
        }
      }
    }
    let pixels = PixelBands(raster, as: .png(.default), hasAlpha: true)
    return FixtureFile(name, try pixels.encoded())
  }

  private func opacity(_ x: Double, _ y: Double) -> Double {
    openings.reduce(1) { least, opening in
      let clear = min(max(opening.depth(x, y) / opening.rim + 0.5, 0), 1)
      return min(least, 1 - clear)
    }
  }

  // MARK: Shapes

  private static func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, turned degrees: Double = 0,
    rim: Double = 1
  ) -> Opening {
    let angle = degrees * .pi / 180
    let (across, down) = (cos(angle), sin(angle))
    return Opening(
      depth: { px, py in
        let (dx, dy) = (px - x - width / 2, py - y - height / 2)
        let (u, v) = (dx * across + dy * down, dy * across - dx * down)
        return min(width / 2 - abs(u), height / 2 - abs(v))
      }, rim: rim)
  }

  private static func circle(_ x: Double, _ y: Double, radius: Double, rim: Double = 1) -> Opening {
    Opening(depth: { px, py in radius - hypot(px - x, py - y) }, rim: rim)
  }

  /// Two circles and a square on its corner.
  private static func heart(_ x: Double, _ y: Double, side: Double) -> Opening {
    let square = rectangle(x - side / 2, y - side / 2, side, side, turned: 45)
    let offset = side / 2 / 2.0.squareRoot()
    let left = circle(x - offset, y - offset, radius: side / 2)
    let right = circle(x + offset, y - offset, radius: side / 2)
    return Opening(
      depth: { px, py in max(square.depth(px, py), left.depth(px, py), right.depth(px, py)) })
  }

  // MARK: Templates

  /// A photo strip on checked paper.
  private static let strip = TemplateFixture(
    name: "strip.png", size: PixelSize(width: 160, height: 480),
    paint: { x, y in
      (x / 8 + y / 8).isMultiple(of: 2)
        ? Colour(red: 252, green: 236, blue: 226) : Colour(red: 246, green: 214, blue: 204)
    }, openings: (0..<4).map { rectangle(12, 12 + Double($0) * 100, 136, 90) })

  /// Four prints, pinned to a board.
  private static let polaroids: TemplateFixture = {
    let places: [(x: Double, y: Double, turn: Double)] = [
      (24, 22, -5), (184, 34, 7), (30, 196, 4), (186, 188, -8),
    ]
    let prints = places.map {
      rectangle($0.x - 9, $0.y - 9, 118, 136, turned: $0.turn)
    }
    return TemplateFixture(
      name: "polaroids.png", size: PixelSize(width: 320, height: 360),
      paint: { x, y in
        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
        if prints.contains(where: { $0.depth(px, py) > 0 }) {
          return Colour(red: 250, green: 249, blue: 245)
        }
        let grain = UInt8((x * 7 + y * 13) % 24)
        return Colour(red: 176 + grain / 2, green: 132 + grain / 2, blue: 88 + grain / 3)
      },
      openings: places.map { place in
        // The photo lies in the upper part of its print, which turns about its own middle.
        let angle = place.turn * .pi / 180
        let up = 9.0
        return rectangle(
          place.x + up * sin(angle), place.y - up * cos(angle) + 9, 100, 100, turned: place.turn)
      })
  }()

  private static let heart = TemplateFixture(
    name: "heart.png", size: PixelSize(width: 360, height: 240),
    paint: { x, _ in Colour(red: 190, green: 30, blue: UInt8(60 + x / 6)) },
    openings: [heart(110, 126, side: 110), circle(280, 120, radius: 60, rim: 14)])

  private static let turned = TemplateFixture(
    name: "turned.png", size: PixelSize(width: 480, height: 220),
    paint: { _, y in Colour(red: 40, green: UInt8(60 + y / 4), blue: 90) },
    openings: [
      rectangle(24, 50, 120, 100, turned: 5), rectangle(180, 60, 110, 90, turned: -12, rim: 6),
      rectangle(330, 70, 110, 78, turned: 44),
    ])

  /// As large as the picture, with something drawn into its corners.
  private static let single = TemplateFixture(
    name: "single.png", size: PixelSize(width: 300, height: 200),
    paint: { x, y in
      (x + y) / 6 % 2 == 0 ? .white : Colour(red: 20, green: 120, blue: 110)
    },
    openings: [rectangle(14, 14, 272, 172, rim: 10)])
}
