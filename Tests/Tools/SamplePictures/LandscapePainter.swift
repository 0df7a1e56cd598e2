internal import Imaging

/// Paints a landscape row by row. Keeps the last row, so request all pixels of a row together.
struct LandscapePainter {
  private let landscape: Landscape
  private let seed: Seed
  private let size: PixelSize
  /// The height of each hill's crest in each column, with what grows there.
  private let crests: [[Float]]
  private let grain: Float
  private var colours: [Colour] = []
  private var current = -1

  init(_ landscape: Landscape, _ seed: Seed, _ size: PixelSize) {
    self.landscape = landscape
    self.seed = seed
    self.size = size
    crests = landscape.hills.enumerated().map { Self.crest(of: $1, seed[UInt32($0) + 20], size) }
    // Stronger in larger pictures, with full strength from twelve megapixels on: small ones look
    // like reduced ones, and reducing averages noise.
    grain = min(Float(size.pixels) / 12_000_000, 1).squareRoot().squareRoot() * 0.05
  }

  /// The side of a pixel.
  private var pixel: Float { 1 / Float(size.height) }

  mutating func row(_ row: Int) -> [Colour] {
    if row != current {
      let y = (Float(row) + 0.5) * pixel
      var pixels = sky(at: y)
      for (number, hill) in landscape.hills.enumerated() { paint(hill, number, y, into: &pixels) }
      colours = pixels.indices.map { x in
        // The sum of two uniform numbers has a triangular distribution.
        let bits = seed[1].bits(Int32(x), Int32(row))
        let noise = Float(Int32(bits & 0xFF) + Int32(bits >> 8 & 0xFF) - 255) / 255
        let tint = Float(Int32(bits >> 16 & 0xFF) - 128) / 400
        return (pixels[x] + FloatColour(noise + tint, noise, noise - tint) * grain).colour
      }
      current = row
    }
    return colours
  }

  private func sky(at y: Float) -> [FloatColour] {
    let base = landscape.zenith.mixed(with: landscape.horizon, y.eased(0, 0.62))
    // Clouds lie flat.
    let clouds = seed[2].noise(size.width, pixel * 1.4, at: y * 5, gain: 0.55)
    let (sun, starSeed) = (landscape.sun, seed[3])
    let middle = sun.right * Float(size.width) * pixel
    return clouds.indices.map { column in
      let x = (Float(column) + 0.5) * pixel
      let distance = ((x - middle) * (x - middle) + (y - sun.down) * (y - sun.down)).squareRoot()
      let glow = 1 / (1 + distance * distance / (sun.radius * sun.radius * 9))
      var colour = base
      if landscape.stars {
        // At most one star in each cell of a grid.
        let cell = (x: Int32(x * 24), y: Int32(y * 24))
        let across = x * 24 - Float(cell.x) - 0.2 - 0.6 * starSeed.unit(cell.x, cell.y)
        let down = y * 24 - Float(cell.y) - 0.2 - 0.6 * starSeed.unit(cell.y, cell.x + 99)
        let brightness = (0.5 - y) * (2 - 5 * starSeed.unit(cell.x + 99, cell.y)).clamped
        colour =
          colour + landscape.light
          * (0.004 / (0.004 + across * across + down * down) * brightness).clamped
      }
      return colour.mixed(with: landscape.clouds, clouds[column].eased(0, 0.4) * 0.75)
        .mixed(with: landscape.light, 0.7 * glow)
        .mixed(with: landscape.light, ((sun.radius - distance) / pixel + 0.5).clamped)
    }
  }

  private func paint(
    _ hill: Landscape.Hill, _ number: Int, _ y: Float, into row: inout [FloatColour]
  ) {
    let crest = crests[number]
    guard crest.contains(where: { $0 < y + pixel }) else { return }
    let seed = seed[UInt32(number) + 40]
    // The ground is seen at a flat angle, so that its pattern is coarser in the foreground.
    let depth = 2.4 / (max(y - hill.crest, 0) + 0.3)
    let ground = seed.noise(size.width, pixel * depth, at: y * hill.stretch * depth, gain: 0.7)
    let reach = max(size.height / 80, 1)
    for column in row.indices {
      let inside = ((y - crest[column]) / pixel + 0.5).clamped
      guard inside > 0 else { continue }
      // Light falls from the left.
      let relief = ground[column] - ground[max(column - reach, 0)]
      let base = hill.top.mixed(with: hill.bottom, (y - crest[column]).eased(0, 0.3))
      var colour = base * (1 + hill.ground * (ground[column] + relief))
      if let points = hill.points, isPoint(column, y, hill, seed) { colour = points }
      row[column] = row[column].mixed(with: colour, inside)
    }
  }

  /// Whether a bright point is here: in some cells of a grid, more or fewer in each of a coarser
  /// one.
  private func isPoint(_ column: Int, _ y: Float, _ hill: Landscape.Hill, _ seed: Seed) -> Bool {
    let y = y * 90 * max(hill.stretch / 3, 1)
    // Windows stand one above the other.
    let shift = hill.growth == .houses ? 0 : 40 * seed.unit(Int32(y), 9)
    let x = (Float(column) + 0.5) * pixel * 90 + shift
    let cell = (x: Int32(x), y: Int32(y))
    let isInMiddle = x - Float(cell.x) < 0.55 && y - Float(cell.y) < 0.6
    return isInMiddle && seed.unit(cell.x, cell.y) < 0.35 * seed[5].unit(cell.x / 6, cell.y / 6)
  }

  private static func crest(of hill: Landscape.Hill, _ seed: Seed, _ size: PixelSize) -> [Float] {
    let pixel = 1 / Float(size.height)
    let outline = seed.noise(size.width, pixel * hill.summits, at: 0, gain: 0.42)
    var crest = outline.map { hill.crest - $0 * hill.relief }
    let trees = seed[6]
    for column in crest.indices {
      let x = (Float(column) + 0.5) * pixel
      switch hill.growth {
      case .nothing: break
      case .firs:
        // Two rows of firs, whose tips are in cells of their own.
        for (row, count) in [(Int32(0), Float(22)), (1, 37)] {
          let place = x * count
          let cell = Int32(place)
          let height = 2.4 / count * (0.3 + 0.7 * trees.unit(cell, row))
          let side = (2 * (place - Float(cell)) - 1).magnitude
          crest[column] = min(
            crest[column], hill.crest - outline[column] * hill.relief + 0.02 - height * (1 - side))
        }
      case .houses:
        let cell = Int32(x * 14)
        let height = 0.34 * trees.unit(cell, 0) * trees.unit(cell, 1)
        crest[column] = hill.crest - height - hill.relief * trees.unit(cell, 2)
      }
    }
    return crest
  }
}
