/// The sun going down over the sea, clouds lit from below, a headland on the left.
struct SunsetScene: Scene {
  private static let horizon: Float = 0.60
  private static let sky = Gradient(
    (0, 0x24335F), (0.16, 0x4A4A80), (0.30, 0x9A5F86), (0.42, 0xDD7F6C), (0.51, 0xF5A95F), (0.60, 0xFFD98A))
  private static let sunlight = FloatColour(0xFFE9B0)

  private let view: Viewport
  private let seed: Seed
  private let sun: (x: Float, y: Float)
  private let headland: Outline

  init(_ view: Viewport, _ seed: Seed) {
    self.view = view
    self.seed = seed
    sun = (view.aspect * (0.58 + 0.12 * seed.unit(1)), 0.545)
    let outline = Noise(seed[1], gain: 0.48).line(of: view, across: 5)
    headland = outline.indices.map { column in
      let inland = (1 - view.x(column) / view.aspect / 0.36).clamped
      return Self.horizon - 0.12 * inland.squareRoot() - outline[column] * 0.05 * inland
    }
  }

  func paint(_ y: Float, into row: inout [FloatColour]) {
    if y < Self.horizon { paintSky(y, into: &row) } else { paintSea(y, into: &row) }
  }

  private func paintSky(_ y: Float, into row: inout [FloatColour]) {
    // Clouds lie flat and close together towards the horizon.
    func thickness(at y: Float) -> [Float] {
      let depth = 0.5 / (Self.horizon - y + 0.16)
      let step = view.pixel * 1.3 * depth
      return Noise(seed[2], gain: 0.55).row(
        view.width, start: 40 - 0.65 * view.aspect * depth, step: step, y: 5 * depth, rise: step * 3)
    }
    let clouds = thickness(at: y)
    let cloudsBelow = thickness(at: y + 0.025)
    let sky = Self.sky.colour(at: y)
    let density = y.eased(0.62, 0.15)
    for column in row.indices {
      let dx = view.x(column) - sun.x
      let distance = (dx * dx + (y - sun.y) * (y - sun.y)).squareRoot()
      var colour = sky.mixed(with: Self.sunlight, 0.75 * distance.glow(0.11))
      let disc = (0.043 - distance).beyond(0, pixel: max(view.pixel, 0.003))
      colour = colour.mixed(with: FloatColour(1.0, 0.97, 0.86), disc)
      let cover = (clouds[column] + 0.06).eased(0.0, 0.34) * (0.35 + 0.6 * density)
      let lit = ((clouds[column] - cloudsBelow[column]) * 3.2 + 0.35).clamped
      let shade = FloatColour(0x5B4A72).mixed(with: sky, 0.35)
      let bright = FloatColour(0xFFA36B).mixed(with: FloatColour(0xFFD9A0), distance.glow(0.3))
      colour = colour.mixed(with: shade.mixed(with: bright, lit * (0.25 + 0.75 * distance.glow(0.6))), cover)
      row[column] = land(colour, column, y)
    }
  }

  private func land(_ colour: FloatColour, _ column: Int, _ y: Float) -> FloatColour {
    let inside = y.beyond(headland[column], pixel: view.pixel)
    guard inside > 0 else { return colour }
    let haze = (y - headland[column]).eased(0, 0.14)
    return colour.mixed(with: FloatColour(0x2E2138).mixed(with: FloatColour(0x6B4658), haze * 0.7), inside)
  }

  private func paintSea(_ y: Float, into row: inout [FloatColour]) {
    let below = y - Self.horizon
    let depth = 1 / (below + 0.012)
    let rise = view.pixel * depth * depth
    let step = view.pixel * depth
    let start = -0.5 * view.aspect * depth + 200
    let waves = Noise(seed[3], gain: 0.62).row(
      view.width, start: start * 1.1, step: step * 1.1, y: depth * 5, rise: rise * 2)
    let glitter = Noise(seed[4], gain: 0.70).row(
      view.width, start: start * 3, step: step * 3, y: depth * 13, rise: rise * 5)
    let mirrored = Self.sky.colour(at: Self.horizon - below * 1.35 - 0.02)
    let water = mirrored.mixed(with: FloatColour(0x1C3554), 0.30 + below * 0.9)
    let path = 0.05 + 0.35 * below
    for column in row.indices {
      let dx = (view.x(column) - sun.x) / path
      let shine = 1 / ((1 + dx * dx) * (1 + dx * dx))
      let sparkle = glitter[column].eased(-0.10, 0.28)
      var colour = water * (1 + waves[column] * 0.75)
      colour = colour.mixed(with: FloatColour(0xFFB873), shine * 0.45)
      colour = colour.mixed(with: Self.sunlight, (shine * sparkle * 1.1).clamped)
      // The headland's reflection.
      let reach = Self.horizon - headland[column]
      let dark = (reach * 0.8 - below + waves[column] * 0.06).beyond(0, pixel: 0.02)
      if reach > 0 { colour = colour.mixed(with: FloatColour(0x3B2A44), dark * 0.7 * (reach / 0.02).clamped) }
      row[column] = colour
    }
  }
}
