internal import Imaging

/// The background `blur`: everywhere the colour of the photos near it, and the lightness that a
/// `LightnessField` gives it.
struct BlurGrid: Sendable {
  private static let cellsOfLongSide = 64
  /// Colours are mixed in cells so much larger, since what is mixed has no details.
  private static let coarseness = 2
  /// Within this number of large cells a photo counts fully; beyond it by the fourth power of the
  /// distance, so that no place is without a colour.
  private static let reach: Float = 1.5
  /// Pixels sampled along a large cell's side.
  private static let samples = 6

  private let cells: ColourCells

  /// - Parameters:
  ///   - border: that of all photos; nil for none.
  ///   - scale: as in `Backdrop`.
  ///   - percent: by how much it is darker in the end, in percent of the lightness.
  init(
    _ photos: [PixelRect], border: BackdropBorder?, of raster: Raster, scale: Double,
    darkenedBy percent: Double = 0
  ) {
    let large = GridShape(
      of: raster.size, cellsOfLongSide: Self.cellsOfLongSide / Self.coarseness)
    let mixed = ColourCells(
      shape: large, colours: Self.spread(Self.sums(of: photos, on: raster, large), large))
    guard mixed.colours.contains(where: { $0.w > 0 }) else {
      cells = mixed
      return
    }
    let shape = GridShape(of: raster.size, cellsOfLongSide: Self.cellsOfLongSide)
    let colours = (0..<shape.count).map { cell in
      let x = (Float(cell % shape.columns) + 0.5) * shape.cellSize
      let y = (Float(cell / shape.columns) + 0.5) * shape.cellSize
      return mixed[x, y]
    }
    let sides = PhotoEdge.sides(of: photos, border: border, on: raster, shape)
    let field = LightnessField(
      colours.map(\.lightness), beside: sides, shape,
      slope: shape.steepestSlope(scale: scale))
    let share = 1 - percent / 100
    cells = ColourCells(
      shape: shape, colours: zip(colours, field.values()).map { $0.with(lightness: $1 * share) })
  }

  subscript(x: Float, y: Float) -> PremultipliedColour { cells[x, y] }

  /// The sum of some of the photos' pixels in each cell.
  private static func sums(of photos: [PixelRect], on raster: Raster, _ shape: GridShape)
    -> [PremultipliedColour]
  {
    var sums = Array(repeating: PremultipliedColour(), count: shape.count)
    let step = max(Int(shape.cellSize) / Self.samples, 1)
    for photo in photos {
      for y in stride(from: photo.y, to: photo.y + photo.height, by: step) {
        for x in stride(from: photo.x, to: photo.x + photo.width, by: step) {
          sums[shape.cell(x, y)] += PremultipliedColour(raster[x, y])
        }
      }
    }
    return sums
  }

  /// The mean colour of what is near each cell; transparent if nothing is anywhere.
  private static func spread(_ sums: [PremultipliedColour], _ shape: GridShape)
    -> [PremultipliedColour]
  {
    let filled = sums.indices.filter { sums[$0].w > 0 }
    let weights = (0..<shape.count).map { place in
      let across = Float(place % shape.columns)
      let down = Float(place / shape.columns)
      let distance = across * across + down * down + reach * reach
      return 1 / (distance * distance)
    }
    return sums.indices.map { place in
      let row = place / shape.columns
      let column = place % shape.columns
      var sum = PremultipliedColour()
      for other in filled {
        let down = abs(other / shape.columns - row)
        let across = abs(other % shape.columns - column)
        sum += sums[other] * weights[down * shape.columns + across]
      }
      return sum.w > 0 ? sum / sum.w : sum
    }
  }
}

/// Colours of the cells of a grid.
private struct ColourCells: Sendable {
  let shape: GridShape
  let colours: [PremultipliedColour]

  /// Interpolated between the centres of four cells.
  subscript(x: Float, y: Float) -> PremultipliedColour {
    let across = max(x / shape.cellSize - 0.5, 0)
    let down = max(y / shape.cellSize - 0.5, 0)
    let (column, row) = (min(Int(across), shape.columns - 1), min(Int(down), shape.rows - 1))
    let (right, below) = (min(column + 1, shape.columns - 1), min(row + 1, shape.rows - 1))
    let (partX, partY) = (across - Float(column), down - Float(row))
    let (above, under) = (row * shape.columns, below * shape.columns)
    let top = colours[above + column] * (1 - partX) + colours[above + right] * partX
    let bottom = colours[under + column] * (1 - partX) + colours[under + right] * partX
    return top * (1 - partY) + bottom * partY
  }
}

/// How a canvas is divided into square cells.
struct GridShape: Sendable {
  let columns: Int
  let rows: Int
  /// In pixels.
  let cellSize: Float

  init(of size: PixelSize, cellsOfLongSide: Int) {
    cellSize = Float(max(size.width, size.height)) / Float(cellsOfLongSide)
    columns = max(Int((Float(size.width) / cellSize).rounded(.up)), 1)
    rows = max(Int((Float(size.height) / cellSize).rounded(.up)), 1)
  }

  var count: Int { columns * rows }

  /// The cell at a pixel.
  func cell(_ x: Int, _ y: Int) -> Int {
    min(Int(Float(y) / cellSize), rows - 1) * columns + min(Int(Float(x) / cellSize), columns - 1)
  }

  /// By how much the lightness may change from one cell to the next: so little that no edge is
  /// seen, neither in pixels (5 of 255 within 20) nor on the whole canvas.
  func steepestSlope(scale: Double) -> Double { min(0.1 * Double(cellSize) / scale, 6) }
}

extension PremultipliedColour {
  /// CIE L* of an opaque colour, 0 to 100.
  var lightness: Double { Lightness.value(ofLuminance: luminance) }

  private var linear: SIMD3<Double> {
    SIMD3(
      SRGB.linear(Double(x) / 255), SRGB.linear(Double(y) / 255), SRGB.linear(Double(z) / 255))
  }

  private var luminance: Double { Lightness.luminance(of: linear) }

  /// An opaque colour with as much black or white added as gives it this lightness.
  func with(lightness: Double) -> Self {
    let (old, new) = (luminance, Lightness.luminance(ofValue: lightness))
    let mixed =
      new <= old
      ? linear * (new / old) : linear + (SIMD3(repeating: 1) - linear) * ((new - old) / (1 - old))
    func code(_ value: Double) -> Float { Float(SRGB.coded(value) * 255) }
    return SIMD4(code(mixed.x), code(mixed.y), code(mixed.z), 1)
  }
}
