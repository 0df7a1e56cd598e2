/// Stars in the sky above a height; their number is proportional to the area.
struct Stars {
  private struct Star {
    let x: Float
    let y: Float
    let size: Float
  }

  private let stars: [Star]
  private let view: Viewport

  init(_ view: Viewport, _ seed: Seed, count: Float, above bottom: Float) {
    self.view = view
    stars = (0..<Int32(count * view.aspect)).map { star in
      Star(
        x: seed.unit(star, 1) * view.aspect, y: seed.unit(star, 2) * bottom,
        size: 0.0009 + 0.0008 * seed.unit(star, 3))
    }
  }

  /// - Parameter brightness: of all stars, 0 to 1.
  func paint(_ y: Float, brightness: Float, into row: inout [FloatColour]) {
    guard brightness > 0 else { return }
    for star in stars where (y - star.y).magnitude < star.size * 4 {
      for column in view.columns(from: star.x - star.size * 4, to: star.x + star.size * 4) {
        let (dx, dy) = (view.x(column) - star.x, y - star.y)
        let shine = (dx * dx + dy * dy).squareRoot().glow(star.size)
        row[column] = row[column] + FloatColour(0xE2E8FF) * (brightness * shine * shine * 0.9)
      }
    }
  }
}
