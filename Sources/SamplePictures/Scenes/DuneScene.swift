/// Dunes in the evening, one behind the other, with ripples in the sand.
struct DuneScene: Scene {
  private static let sky = Gradient((0, 0x3F86C6), (0.25, 0x86B7DC), (0.46, 0xE9DCC4))

  private struct Dune {
    let crest: Outline
    /// How much the slope at each column faces the sun, -1 to 1.
    let slope: [Float]
    let nearness: Float
    let seed: Seed
  }

  private let view: Viewport
  private let seed: Seed
  private let dunes: [Dune]
  private let reaches: [Float]

  init(_ view: Viewport, _ seed: Seed) {
    self.view = view
    self.seed = seed
    dunes = (0..<4).map { number in
      let nearness = Float(number) / 3
      let seed = seed[10 + UInt32(number)]
      let outline = Noise(seed[1], gain: 0.36, octaves: 5).line(of: view, across: 2.1 - 0.9 * nearness)
      let crest = outline.map {
        0.43 + 0.34 * nearness * nearness + 0.06 * nearness - $0 * (0.16 + 0.30 * nearness)
      }
      return Dune(crest: crest, slope: Self.slope(of: crest, view), nearness: nearness, seed: seed)
    }
    reaches = dunes.map(\.crest).reaches
  }

  private static func slope(of crest: Outline, _ view: Viewport) -> [Float] {
    let reach = max(Int(0.03 / view.pixel), 1)
    return crest.indices.map { column in
      let (left, right) = (max(column - reach, 0), min(column + reach, crest.count - 1))
      guard right > left else { return 0 }
      return ((crest[left] - crest[right]) / (Float(right - left) * view.pixel) * 2.2).limited(to: 1)
    }
  }

  func paint(_ y: Float, into row: inout [FloatColour]) {
    let sky = Self.sky.colour(at: y)
    let wisps = Noise(seed[1], gain: 0.55).row(of: view, at: y, across: 0.9, down: 5.5)
    for column in row.indices {
      row[column] = sky.mixed(with: FloatColour(0xFFF8EC), 0.55 * wisps[column].eased(0.06, 0.46))
    }
    for (dune, reach) in zip(dunes, reaches) where y < reach + view.pixel { paint(dune, y, into: &row) }
  }

  private func paint(_ dune: Dune, _ y: Float, into row: inout [FloatColour]) {
    guard dune.crest.reachesUp(to: y, pixel: view.pixel) else { return }
    let scale = 9 - 5 * dune.nearness
    let sand = Noise(dune.seed[2], gain: 0.72).row(of: view, at: y, across: scale, down: scale * 1.6)
    let texture = Noise.texture(dune.seed[4], of: view, at: y)
    let warp = Noise(dune.seed[3], gain: 0.5, octaves: 5).row(of: view, at: y, across: 2.5, down: 4)
    let lightSand = FloatColour(0xF3C98B).mixed(with: FloatColour(0xEBC79B), 1 - dune.nearness)
    let shadedSand = FloatColour(0x7E4B34).mixed(with: FloatColour(0xB08A76), 1 - dune.nearness)
    for column in row.indices {
      let inside = y.beyond(dune.crest[column], pixel: view.pixel)
      guard inside > 0 else { continue }
      let depth = y - dune.crest[column]
      // The border between the lit and the shaded side runs down from the crest to the right.
      let shift = Int((depth * 0.9 + warp[column] * 0.10 * (depth / 0.1).clamped) / view.pixel)
      let from = min(max(column - shift, 0), row.count - 1)
      let lit = dune.slope[from].eased(-0.22, 0.30)
      var colour = shadedSand.mixed(with: lightSand, lit)
      // Ripples, closer together in the distance.
      let spacing = 0.007 + 0.016 * dune.nearness * (0.5 + depth)
      let phase = (depth * 1.2 + view.x(column) * 0.22 + warp[column] * 0.16) / spacing
      let wave = phase - phase.rounded(.down)
      let ripple = ((wave - 0.62).magnitude / 0.62).eased(0, 1)
      let seen = (spacing / (view.pixel * 4)).clamped * dune.nearness * (depth / 0.05).clamped
      let grains = sand[column] * 0.30 + texture[column] * (0.24 + 0.56 * dune.nearness)
      colour = colour * (1 + (0.10 - 0.20 * ripple) * seen * (0.4 + 0.6 * lit) + grains)
      colour = colour.mixed(with: lightSand, 0.22 * depth.eased(0.05, 0.35))
      colour = colour.mixed(with: FloatColour(0xEBDCC8), (1 - dune.nearness) * 0.45)
      row[column] = row[column].mixed(with: colour, inside)
    }
  }
}
