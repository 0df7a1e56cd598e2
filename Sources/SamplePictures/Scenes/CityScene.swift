/// A city at night with lit windows, mirrored in a river.
struct CityScene: Scene {
  private static let shore: Float = 0.74
  private static let sky = Gradient(
    (0, 0x0A1230), (0.3, 0x1B2450), (0.5, 0x463764), (0.66, 0x9A5A5E), (0.74, 0xC98455))

  private struct Building {
    let left: Float
    let right: Float
    let top: Float
    let wall: FloatColour
    /// The size of a window together with the wall around it.
    let windowWidth: Float
    let windowHeight: Float
    /// The share of windows that are lit.
    let lit: Float
    let seed: Seed
  }

  private let view: Viewport
  private let seed: Seed
  private let stars: Stars
  /// Rows of houses, the furthest first.
  private let rows: [[Building]]

  init(_ view: Viewport, _ seed: Seed) {
    self.view = view
    self.seed = seed
    stars = Stars(view, seed[3], count: 110, above: 0.45)
    rows = (0..<3).map { Self.buildings(row: $0, view, seed[20 + UInt32($0)]) }
  }

  private static func buildings(row: Int, _ view: Viewport, _ seed: Seed) -> [Building] {
    var buildings: [Building] = []
    var x: Float = -0.05
    var number: Int32 = 0
    let nearness = Float(row) / 2
    while x < view.aspect {
      number += 1
      let width = (0.05 + 0.06 * seed.unit(number, 1)) * (0.75 + 0.6 * nearness)
      // The tallest buildings are in the middle and in the background.
      let middle = (x / view.aspect - 0.55).glow(0.28)
      let height =
        (0.12 + 0.34 * seed.unit(number, 2) * seed.unit(number, 5)) * (0.45 + 0.85 * middle)
        * (1.25 - 0.45 * nearness)
      let wall = FloatColour(0x3A3560).mixed(with: FloatColour(0x0E1022), 0.25 + 0.7 * nearness)
      let size = (0.0075 + 0.004 * seed.unit(number, 3)) * (0.7 + 0.5 * nearness)
      buildings.append(
        Building(
          left: x, right: x + width, top: shore - height, wall: wall * (0.85 + 0.3 * seed.unit(number, 4)),
          windowWidth: width / (width / size).rounded(), windowHeight: size * 1.25,
          lit: 0.22 + 0.35 * seed.unit(number, 6), seed: seed[UInt32(number)]))
      x += width + (seed.unit(number, 7) < 0.3 ? 0.012 : 0)
    }
    return buildings
  }

  func paint(_ y: Float, into row: inout [FloatColour]) {
    if y < Self.shore { paintAboveWater(y, into: &row) } else { paintWater(y, into: &row) }
    // The quay with its lamps.
    let inside = (0.006 - (y - Self.shore).magnitude).beyond(0, pixel: view.pixel)
    let glare = (y - Self.shore + 0.008).glow(0.012)
    guard inside > 0 || glare > 0.02 else { return }
    for column in row.indices {
      let place = view.x(column) / 0.055
      let lamp = (place - place.rounded(.down) - 0.5) * 0.055
      row[column] =
        row[column].mixed(with: FloatColour(0x14121C), inside) + FloatColour(0xFFC070)
        * (0.9 * glare * lamp.glow(0.006))
    }
  }

  private func paintAboveWater(_ y: Float, into row: inout [FloatColour]) {
    let smoke = Noise(seed[1], gain: 0.55).row(of: view, at: y, across: 1.6, down: 4.5)
    let sky = Self.sky.colour(at: y)
    for column in row.indices {
      let cloud = smoke[column].eased(-0.1, 0.45) * 0.5
      row[column] = sky.mixed(with: FloatColour(0x7C5468) * (0.45 + y), cloud)
    }
    stars.paint(y, brightness: y.eased(0.45, 0.05), into: &row)
    for (number, buildings) in rows.enumerated() {
      for building in buildings { paint(building, y, into: &row) }
      // Light from the streets between the rows.
      let glare = y.eased(0.52, Self.shore) * (number < 2 ? 0.30 : 0)
      for column in row.indices { row[column] = row[column] + FloatColour(0xD98A4A) * (glare * 0.5) }
    }
  }

  private func paint(_ building: Building, _ y: Float, into row: inout [FloatColour]) {
    let inside = y.beyond(building.top, pixel: view.pixel)
    guard inside > 0 else { return }
    let story = ((y - building.top) / building.windowHeight).rounded(.down)
    let inStory = y - building.top - story * building.windowHeight
    let windowRow = band(inStory, building.windowHeight * 0.28, building.windowHeight * 0.80)
    let wall = building.wall.mixed(with: FloatColour(0x6A4A4E), y.eased(0.5, Self.shore) * 0.35)
    for column in view.columns(from: building.left, to: building.right) {
      let x = view.x(column)
      let share = band(x, building.left, building.right) * inside
      guard share > 0 else { continue }
      let along = x - building.left
      let bay = (along / building.windowWidth).rounded(.down)
      let inBay = band(
        along - bay * building.windowWidth, building.windowWidth * 0.22, building.windowWidth * 0.80)
      var colour = wall * (1.06 - 0.12 * along / (building.right - building.left))
      let place = (x: Int32(bay), y: Int32(story))
      if story >= 1, building.seed.unit(place.x, place.y) < building.lit {
        let warmth = building.seed.unit(place.x &+ 1000, place.y)
        let lamp = FloatColour(0xFFC46B).mixed(with: FloatColour(0xFFF0CF), warmth * warmth) * (0.55 + 0.55 * warmth)
        colour = colour.mixed(with: lamp, inBay * windowRow)
      } else {
        colour = colour.mixed(with: colour * 0.75, inBay * windowRow)
      }
      row[column] = row[column].mixed(with: colour, share)
    }
  }

  /// The share of a pixel at `place` that lies between two edges.
  @inline(__always)
  private func band(_ place: Float, _ from: Float, _ to: Float) -> Float {
    place.beyond(from, pixel: view.pixel) - place.beyond(to, pixel: view.pixel)
  }

  private func paintWater(_ y: Float, into row: inout [FloatColour]) {
    let below = y - Self.shore
    let depth = 1 / (below + 0.05)
    let step = view.pixel * depth
    let ripples = Noise(seed[2], gain: 0.62).row(
      view.width, start: 100 - 0.5 * view.aspect * depth, step: step, y: depth * 16, rise: step * depth * 8)
    // Ripples stretch the reflections of lights downwards.
    let sway = 0.012 + below * 0.35
    let line = (below / 0.004).rounded(.down)
    var jitter: Float = seed[4].signed(Int32(line))
    jitter += (seed[4].signed(Int32(line) + 1) - jitter) * (below / 0.004 - line)
    let mirror = Self.shore - below * 1.15 - 0.004
    var mirrored = row
    var mirroredAbove = row
    paintAboveWater(max(mirror + jitter * sway * 0.25, 0), into: &mirrored)
    paintAboveWater(max(mirror - sway * (0.5 + 0.3 * jitter), 0), into: &mirroredAbove)
    for column in row.indices {
      let tilt = ripples[column]
      let colour = mirrored[column].mixed(with: mirroredAbove[column], (tilt * 1.4 + 0.5).clamped)
      row[column] = colour.mixed(with: FloatColour(0x0B1328), 0.28 + 0.5 * below) * (0.92 + 0.5 * tilt)
    }
  }
}
