/// Mountain ranges in the morning, paler with distance because of the haze.
struct MountainScene: Scene {
  private static let sky = Gradient((0, 0x6E9BC9), (0.25, 0xA7C3DC), (0.42, 0xE6DCD0), (0.55, 0xF7E3C6))
  private static let haze = FloatColour(0xEADFD3)

  private struct Range {
    let crest: Outline
    /// Where the haze in the valley begins.
    let valley: Float
    let rock: FloatColour
    /// The height above which there is snow; nil if there is none.
    let snowLine: Float?
    /// The strength of the rock's texture, which haze reduces with distance.
    let detail: Float
    let seed: Seed
    /// Cells of the coarsest noise grid per unit of length.
    let scale: Float
  }

  private let view: Viewport
  private let ranges: [Range]
  private let reaches: [Float]
  private let seed: Seed

  init(_ view: Viewport, _ seed: Seed) {
    self.view = view
    self.seed = seed
    let rocks: [UInt32] = [0xA9B9CC, 0x8499B4, 0x5F7A97, 0x42607A, 0x27434F, 0x152A2B]
    ranges = rocks.indices.map { number in
      let nearness = Float(number) / Float(rocks.count - 1)
      let seed = seed[10 + UInt32(number)]
      let base = 0.36 + 0.50 * nearness
      let scale = 1.5 + 0.7 * nearness
      let broad = Noise(seed[1], gain: 0.5, octaves: 4).line(of: view, across: scale)
      let fine = Noise(seed[2], gain: 0.52).line(of: view, across: scale * 6)
      let crest: Outline = broad.indices.map { column in
        // Folding the noise at zero makes peaks.
        let peak = 0.22 - broad[column].magnitude
        return base - peak * (0.52 - 0.28 * nearness) - fine[column] * (0.045 - 0.01 * nearness)
      }
      return Range(
        crest: number == rocks.count - 1 ? Self.withTrees(crest, view, seed[3]) : crest,
        valley: base - 0.10 + 0.06 * nearness, rock: FloatColour(rocks[number]),
        snowLine: number < 3 ? base - 0.02 : nil, detail: 0.2 + 0.8 * nearness,
        seed: seed[4], scale: 5 + 3 * nearness)
    }
    reaches = ranges.map(\.crest).reaches
  }

  /// A crest with firs on top.
  private static func withTrees(_ crest: Outline, _ view: Viewport, _ seed: Seed) -> Outline {
    var crest = crest
    for tree in 0..<Int32(view.aspect * 60) {
      let x = seed.unit(tree, 1) * view.aspect
      let height = 0.02 + 0.055 * seed.unit(tree, 2)
      let width = height * 0.20
      let base = crest[min(Int(x / view.pixel), view.width - 1)]
      for column in view.columns(from: x - width, to: x + width) {
        let side = (1 - (view.x(column) - x).magnitude / width).clamped
        let jagged = 0.85 + 0.3 * seed.unit(tree, Int32(side * 9) + 10)
        crest[column] = min(crest[column], base + 0.01 - height * side * jagged)
      }
    }
    return crest
  }

  func paint(_ y: Float, into row: inout [FloatColour]) {
    let sky = Self.sky.colour(at: y)
    let cirrus = Noise(seed[1], gain: 0.58).row(of: view, at: y, across: 1.1, down: 5)
    let sun = (x: view.aspect * 0.74, y: Float(0.27))
    for column in row.indices {
      let dx = view.x(column) - sun.x
      let glow = ((dx * dx + (y - sun.y) * (y - sun.y)).squareRoot()).glow(0.2)
      row[column] = sky.mixed(with: FloatColour(0xFFF6E2), 0.85 * glow)
        .mixed(with: FloatColour(0xFBF4EC), 0.65 * cirrus[column].eased(0.02, 0.40))
    }
    for (range, reach) in zip(ranges, reaches) where y < reach + view.pixel { paint(range, y, into: &row) }
  }

  private func paint(_ range: Range, _ y: Float, into row: inout [FloatColour]) {
    guard range.crest.reachesUp(to: y, pixel: view.pixel) else { return }
    let flank = Noise(range.seed, gain: 0.58).row(
      of: view, at: y, across: range.scale, down: range.scale * 0.7)
    let texture = Noise.texture(range.seed[1], of: view, at: y)
    let reach = max(Int(0.012 / view.pixel), 1)
    for column in row.indices {
      let inside = y.beyond(range.crest[column], pixel: view.pixel)
      guard inside > 0 else { continue }
      // Light comes from the right.
      let lit = flank.relief(column, over: reach) * 1.7 + flank[column] * 0.45
      var colour =
        range.rock * (0.88 + 0.22 * lit.limited(to: 1.2) + 1.3 * texture[column] * range.detail)
      if let snowLine = range.snowLine {
        let snow = (snowLine - y + flank[column] * 0.22).eased(0.0, 0.05)
        colour = colour.mixed(with: FloatColour(0xF1F1F4) * (0.80 + 0.18 * lit.limited(to: 1)), snow * 0.62)
      }
      colour = colour.mixed(with: Self.haze, (y - range.valley + flank[column] * 0.08).eased(0, 0.26) * 0.72)
      row[column] = row[column].mixed(with: colour, inside)
    }
  }
}
