/// A hill with snow and firs at dusk, under the full moon.
struct SnowScene: Scene {
  private static let sky = Gradient((0, 0x131D42), (0.25, 0x2B3C70), (0.48, 0x6C6A9C), (0.64, 0xC79AA8))

  private struct Fir {
    let x: Float
    let foot: Float
    let height: Float
    let seed: Seed
  }

  private let view: Viewport
  private let seed: Seed
  private let moon: (x: Float, y: Float, radius: Float)
  private let stars: Stars
  /// The slopes, the furthest first.
  private let slopes: [Outline]
  private let firs: [[Fir]]

  init(_ view: Viewport, _ seed: Seed) {
    self.view = view
    self.seed = seed
    moon = (view.aspect * (0.26 + 0.08 * seed.unit(1)), 0.22, 0.075)
    stars = Stars(view, seed[3], count: 120, above: 0.5)
    let slopes = (0..<3).map { number in
      let seed = seed[10 + UInt32(number)]
      let nearness = Float(number) / 2
      let outline = Noise(seed, gain: 0.38, octaves: 6).line(of: view, across: 1.5 - 0.5 * nearness)
      return outline.indices.map { column in
        let x = view.x(column) / view.aspect
        let lean: [Float] = [0.03 * x, -0.16 * x, 0.10 * x]
        return 0.58 + 0.16 * nearness + lean[number] - outline[column] * 0.17
      }
    }
    self.slopes = slopes
    firs = (0..<3).map { Self.firs(slope: slopes[$0], nearness: Float($0) / 2, view, seed[20 + UInt32($0)]) }
  }

  private static func firs(slope: Outline, nearness: Float, _ view: Viewport, _ seed: Seed) -> [Fir] {
    (0..<Int32(view.aspect * (nearness < 0.3 ? 34 : nearness < 0.8 ? 13 : 4)))
      .map { number in
        // Firs stand in groups.
        let group = seed.unit(number / 5, 1)
        let x = (group + 0.16 * seed.signed(number, 2)) * view.aspect
        let column = min(max(Int(x / view.pixel), 0), slope.count - 1)
        let height = (0.05 + 0.05 * seed.unit(number, 3)) * (1 + 2.4 * nearness)
        let foot = slope[column] + (0.004 + 0.10 * nearness * seed.unit(number, 4))
        return Fir(x: x, foot: foot, height: height, seed: seed[UInt32(number)])
      }
      .sorted { $0.foot < $1.foot }
  }

  func paint(_ y: Float, into row: inout [FloatColour]) {
    paintSky(y, into: &row)
    for layer in slopes.indices {
      paintSlope(layer, y, into: &row)
      for fir in firs[layer] { paint(fir, nearness: Float(layer) / 2, y, into: &row) }
    }
  }

  private func paintSky(_ y: Float, into row: inout [FloatColour]) {
    let sky = Self.sky.colour(at: y)
    let veils = Noise(seed[1], gain: 0.55).row(of: view, at: y, across: 1.2, down: 5)
    let seas = Noise(seed[2], gain: 0.6).row(of: view, at: y, across: 13, down: 13)
    for column in row.indices { row[column] = sky }
    stars.paint(y, brightness: y.eased(0.5, 0.1), into: &row)
    for column in row.indices {
      let dx = view.x(column) - moon.x
      let distance = (dx * dx + (y - moon.y) * (y - moon.y)).squareRoot()
      var colour = row[column].mixed(with: FloatColour(0xBFC6E6), 0.55 * distance.glow(0.16) * distance.glow(0.16))
      colour = colour.mixed(with: FloatColour(0x8E8CB4).mixed(with: sky, 0.3), 0.55 * veils[column].eased(0.05, 0.5))
      let disc = (moon.radius - distance).beyond(0, pixel: view.pixel * 1.5)
      colour = colour.mixed(
        with: FloatColour(0xFBF6E6).mixed(with: FloatColour(0xC9C6C4), seas[column].eased(-0.02, 0.30) * 0.75), disc)
      row[column] = colour
    }
  }

  private func paintSlope(_ layer: Int, _ y: Float, into row: inout [FloatColour]) {
    let crest = slopes[layer]
    guard crest.reachesUp(to: y, pixel: view.pixel) else { return }
    let nearness = Float(layer) / 2
    let drifts = Noise(seed[30 + UInt32(layer)], gain: 0.50).row(of: view, at: y, across: 1.6, down: 4)
    let texture = Noise.texture(seed[35 + UInt32(layer)], of: view, at: y)
    let reach = max(Int(0.02 / view.pixel), 1)
    for column in row.indices {
      let inside = y.beyond(crest[column], pixel: view.pixel * (2 - nearness))
      guard inside > 0 else { continue }
      let depth = y - crest[column]
      let lit =
        0.66 - drifts.relief(column, over: reach) * 1.6 + drifts[column] * 0.45 - depth * 0.8
        + texture[column] * 0.8
      var snow = FloatColour(0x5A679C).mixed(with: FloatColour(0xDDE4F6), lit.clamped)
      snow = snow.mixed(with: FloatColour(0xB7A6BE), (1 - nearness) * 0.40)
      // Snow crystals that sparkle in the moonlight.
      let sparkle = seed[40].unit(Int32(view.x(column) * 900), Int32(y * 900))
      if sparkle > 0.994 { snow = snow.mixed(with: FloatColour(0xFFFFFF), 0.7 * nearness) }
      row[column] = row[column].mixed(with: snow, inside)
    }
  }

  private func paint(_ fir: Fir, nearness: Float, _ y: Float, into row: inout [FloatColour]) {
    let down = (y - fir.foot + fir.height) / fir.height
    guard down > 0, down < 1.04 else { return }
    // Whorls of branches, wider towards the bottom; each hangs down a little.
    let whorls: Float = 9
    let whorl = (down * whorls).rounded(.down)
    let hanging = down * whorls - whorl
    let ragged = 0.8 + 0.4 * fir.seed.unit(Int32(whorl), Int32(hanging * 6))
    let half =
      down > 1
      ? fir.height * 0.02 : fir.height * 0.24 * (down * 0.75 + 0.02) * (0.62 + 0.5 * hanging) * ragged
    let green = FloatColour(0x10202B).mixed(with: FloatColour(0x57618A), (1 - nearness) * 0.7)
    for column in view.columns(from: fir.x - half, to: fir.x + half) {
      let dx = view.x(column) - fir.x
      let share = (half - dx.magnitude).beyond(0, pixel: view.pixel)
      guard share > 0 else { continue }
      // Snow lies on the upper side of each whorl, more towards the moon.
      let snow =
        (0.45 - hanging - dx / fir.height).eased(-0.1, 0.45)
        * (0.4 + 0.6 * fir.seed.unit(Int32(whorl), Int32(dx * 500)))
      row[column] = row[column].mixed(
        with: green.mixed(with: FloatColour(0xC4CDE8), snow * (down > 1 ? 0 : 0.85)), share)
    }
  }
}
