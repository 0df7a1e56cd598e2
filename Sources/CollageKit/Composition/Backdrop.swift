internal import Imaging

/// A colour multiplied by its alpha: red, green and blue from 0 to 255, alpha from 0 to 1.
typealias PremultipliedColour = SIMD4<Float>

/// The background under photos, shadows and borders, for each point of the canvas.
enum Backdrop: Sendable {
  case plain(PremultipliedColour)
  case blur(BlurGrid)

  /// - Parameters:
  ///   - border: around the photos, in pixels of the raster; nil for none.
  ///   - raster: the canvas with the photos already in their frames.
  ///   - scale: the raster's size, relative to that of the collage that it shows.
  init(
    _ background: Background, behind frames: [Frame], border: BackdropBorder?, on raster: Raster,
    scale: Double
  ) {
    switch background {
    case .colour(let colour): self = .plain(PremultipliedColour(raster.colourSpace.colour(colour)))
    case .blur(let percent):
      self = .blur(
        BlurGrid(
          frames.map(\.bounds), border: border, of: raster, scale: scale, darkenedBy: percent))
    }
  }

  subscript(x: Int, y: Int) -> PremultipliedColour {
    switch self {
    case .plain(let colour): colour
    case .blur(let grid): grid[Float(x) + 0.5, Float(y) + 0.5]
    }
  }
}

/// The border of photos, where it is what touches the background.
struct BackdropBorder: Sendable {
  let width: Int
  /// The height of its lower side.
  let lower: Int
  let colour: Colour
}

extension PremultipliedColour {
  init(_ colour: Colour) {
    let alpha = Float(colour.alpha) / 255
    self = SIMD4(Float(colour.red), Float(colour.green), Float(colour.blue), 1) * alpha
  }

  /// This colour in front of another.
  func over(_ other: Self) -> Self { self + other * (1 - w) }
}
