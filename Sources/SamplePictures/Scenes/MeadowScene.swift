/// A summer meadow with flowers in front of a wood, under a sky with white clouds, with one separate tree.
struct MeadowScene: Scene {
  private static let edge: Float = 0.58
  private static let sky = Gradient((0, 0x2F74C0), (0.3, 0x6DA6DC), (0.58, 0xCFE3EE))

  private let view: Viewport
  private let seed: Seed
  private let hills: Outline
  private let wood: Outline
  private let ground: Outline
  private let tree: (x: Float, y: Float)

  init(_ view: Viewport, _ seed: Seed) {
    self.view = view
    self.seed = seed
    tree = (view.aspect * (0.70 + 0.08 * seed.unit(1)), 0.47)
    hills = Noise(seed[1], octaves: 5).line(of: view, across: 1.2).map { Self.edge - 0.075 - $0 * 0.12 }
    let tops = Noise(seed[2], gain: 0.6).line(of: view, across: 7)
    wood = tops.indices.map { column in
      let x = view.x(column) / view.aspect
      return Self.edge + 0.01 - 0.055 - 0.07 * (1 - x * 1.7).clamped - tops[column].magnitude * 0.10
    }
    ground = Noise(seed[3], octaves: 3).line(of: view, across: 0.8).map { Self.edge + 0.02 + $0 * 0.04 }
  }

  func paint(_ y: Float, into row: inout [FloatColour]) {
    paintSky(y, into: &row)
    paintTrees(y, into: &row)
    paintMeadow(y, into: &row)
    paintTree(y, into: &row)
  }

  private func paintSky(_ y: Float, into row: inout [FloatColour]) {
    guard y < Self.edge + 0.06 else { return }
    let depth = 0.5 / (Self.edge - y + 0.20)
    let step = view.pixel * 1.7 * depth
    let clouds = Noise(seed[4], gain: 0.52).row(
      view.width, start: 40 - 0.5 * view.aspect * 1.7 * depth, step: step, y: 3.2 * depth, rise: step * 2)
    let sky = Self.sky.colour(at: y)
    let reach = max(Int(0.03 / view.pixel), 1)
    for column in row.indices {
      let body = clouds[column].eased(0.05, 0.24)
      let lit = (0.72 - clouds.relief(column, over: reach) * 0.9 - clouds[column] * 0.35).clamped
      row[column] = sky.mixed(
        with: FloatColour(0xAEBBCB).mixed(with: FloatColour(0xFFFFFF), lit.eased(0.3, 0.85)), body * 0.94)
    }
  }

  private func paintTrees(_ y: Float, into row: inout [FloatColour]) {
    guard y > 0.25, y < Self.edge + 0.1 else { return }
    let texture = Noise.texture(seed[12], of: view, at: y)
    let leaves = Noise(seed[5], gain: 0.66).row(of: view, at: y, across: 16, down: 22)
    let reach = max(Int(0.006 / view.pixel), 1)
    for column in row.indices {
      let onHill = y.beyond(hills[column], pixel: view.pixel)
      if onHill > 0 {
        let hill = FloatColour(0x8FAF9C).mixed(with: FloatColour(0xB9CBAF), (y - hills[column]).eased(0, 0.1))
        row[column] = row[column].mixed(with: hill * (1 + 0.12 * leaves[column]), onHill)
      }
      let inWood = y.beyond(wood[column], pixel: view.pixel * 1.5)
      if inWood > 0 {
        let lit =
          0.42 - leaves.relief(column, over: reach) * 1.6 + leaves[column] * 0.9 + texture[column] * 1.5
        let depth = (y - wood[column]).eased(0.0, 0.10)
        let colour = FloatColour(0x17331B).mixed(with: FloatColour(0x6C9447), lit.clamped * (1 - 0.55 * depth))
        row[column] = row[column].mixed(with: colour, inWood)
      }
    }
  }

  private func paintMeadow(_ y: Float, into row: inout [FloatColour]) {
    guard y > Self.edge - 0.03 else { return }
    let below = max(y - Self.edge, 0)
    let depth = 1 / (below + 0.045)
    let step = view.pixel * depth
    let start = 100 - 0.5 * view.aspect * depth
    // Blades of grass are upright, so the noise is stretched vertically.
    let texture = Noise.texture(seed[13], of: view, at: y)
    let blades = Noise(seed[6], gain: 0.78).row(
      view.width, start: start * 3, step: step * 3, y: depth * 3, rise: step * depth * 0.8)
    let patches = Noise(seed[7], gain: 0.5, octaves: 5).row(
      view.width, start: start * 0.4, step: step * 0.4, y: depth * 1.1, rise: step * depth)
    let flowers = Noise(seed[8], gain: 0.9, octaves: 4).row(
      view.width, start: start * 14, step: step * 14, y: depth * 24, rise: step * depth * 8)
    for column in row.indices {
      let inside = y.beyond(ground[column], pixel: view.pixel)
      guard inside > 0 else { continue }
      let blade = (0.5 + blades[column] * 1.15 + texture[column] * 1.4 * (0.4 + 2 * below)).clamped
      let far = (1 - below / 0.42).clamped
      var colour = FloatColour(0x2B4A14).mixed(with: FloatColour(0x9DBB4C), blade)
        .mixed(with: FloatColour(0xC3C069), (patches[column] * 1.3 + 0.22).clamped * 0.62)
        .mixed(with: FloatColour(0x9DBB72), far * far * 0.55)
      colour = colour * (0.80 + 0.28 * far)
      let bloom = flowers[column].eased(0.10, 0.16) * (patches[column] + 0.20).eased(0, 0.25)
      if bloom > 0 {
        let kind = seed[9].unit(Int32(start * 2 + Float(column) * step * 2))
        let petals = kind < 0.45 ? FloatColour(0xFBF6EC) : kind < 0.75 ? FloatColour(0xF6CF3C) : FloatColour(0xD8473A)
        colour = colour.mixed(with: petals, bloom * (0.35 + 0.6 * (1 - far)))
      }
      row[column] = row[column].mixed(with: colour, inside)
    }
  }

  private func paintTree(_ y: Float, into row: inout [FloatColour]) {
    let radius: Float = 0.17
    guard (y - tree.y).magnitude < radius * 1.3 else { return }
    let texture = Noise.texture(seed[14], of: view, at: y)
    let boughs = Noise(seed[10], gain: 0.62).row(of: view, at: y, across: 7, down: 7)
    let leaves = Noise(seed[11], gain: 0.70).row(of: view, at: y, across: 26, down: 26)
    let reach = max(Int(0.008 / view.pixel), 1)
    for column in row.indices {
      let dx = view.x(column) - tree.x
      let dy = y - tree.y
      let trunk =
        (0.011 + 0.02 * y.eased(0.62, 0.665) - dx.magnitude).beyond(0, pixel: view.pixel)
        * dy.beyond(0.03, pixel: 0.02)
        * (tree.y + 0.195 + leaves[column] * 0.02 - y).beyond(0, pixel: view.pixel * 2)
      row[column] = row[column].mixed(
        with: FloatColour(0x3A2B20).mixed(with: FloatColour(0x7A6247), (0.4 - dx * 28).clamped), trunk)
      let distance = (dx * dx * 0.86 + dy * dy * (dy > 0 ? 1.9 : 1.1)).squareRoot() / radius
      let crown = (0.86 - distance + boughs[column] * 0.75 + leaves[column] * 0.22).beyond(0, pixel: 0.02)
      guard crown > 0 else { continue }
      let side = (-dx - dy * 1.2) / radius
      let lit =
        0.40 + side * 0.26 + boughs[column] * 0.8 - leaves.relief(column, over: reach) * 0.9
        + leaves[column] * 0.7 + texture[column] * 1.5
      row[column] = row[column].mixed(
        with: FloatColour(0x14300F).mixed(with: FloatColour(0x8FB048), lit.clamped), crown)
    }
  }
}
