internal import PhotoCodecs

/// Paints the rows of a scene and adds sensor noise. Caches the last row, so request all pixels of a row together.
struct RowPainter {
  private let scene: any Scene
  private let view: Viewport
  private let grain: Grain
  private var pixels: [FloatColour]
  private var colours: [Colour]
  private var current = -1

  init(_ scene: any Scene, size: PixelSize) {
    self.scene = scene
    view = Viewport(size)
    grain = Grain(view)
    pixels = [FloatColour](repeating: FloatColour(0), count: size.width)
    colours = [Colour](repeating: .white, count: size.width)
  }

  mutating func row(_ y: Int) -> [Colour] {
    if y != current {
      scene.paint(view.y(y), into: &pixels)
      for x in 0..<view.width { colours[x] = pixels[x].colour(adding: grain.noise(x, y, on: pixels[x])) }
      current = y
    }
    return colours
  }
}

/// A scene that is painted row by row.
protocol Scene {
  /// Paints the row whose centre is at height `y`; `row` has an element for every column.
  func paint(_ y: Float, into row: inout [FloatColour])
}

/// Sensor noise: mainly of brightness, and stronger in dark areas.
///
/// It is stronger in larger pictures: small ones look like reduced ones, and reducing averages noise.
struct Grain {
  private let seed = Seed(0x6772_6169)
  private let strength: Float

  init(_ view: Viewport) {
    // Full strength from twelve megapixels on.
    strength = min(Float(view.width * view.height) / 12_000_000, 1).squareRoot().squareRoot() * 0.066
  }

  @inline(__always)
  func noise(_ x: Int, _ y: Int, on colour: FloatColour) -> FloatColour {
    let bits = seed.bits(Int32(x), Int32(y))
    // The sum of two uniform numbers has a triangular distribution.
    let brightness = Float(Int32(bits & 0xFF) + Int32(bits >> 8 & 0xFF) - 255) / 255
    let warm = Float(Int32(bits >> 16 & 0xFF) - 128) / 255
    let cold = Float(Int32(bits >> 24) - 128) / 255
    let amount = strength * (1.15 - colour.green.clamped * 0.75)
    return FloatColour(brightness + 0.4 * warm, brightness - 0.2 * (warm + cold), brightness + 0.5 * cold) * amount
  }
}
