internal import Imaging

/// A colour multiplied by its alpha: red, green and blue from 0 to 255, alpha from 0 to 1.
typealias PremultipliedColour = SIMD4<Float>

/// The background under photos, shadows and borders, for each point of the canvas.
enum Backdrop: Sendable {
  case plain(PremultipliedColour)
  case blur(BlurGrid)

  /// - Parameters:
  ///   - raster: the canvas with the photos already in their frames.
  init(_ background: Background, behind frames: [Frame], on raster: Raster) {
    switch background {
    case .colour(let colour): self = .plain(PremultipliedColour(raster.colourSpace.colour(colour)))
    case .blur: self = .blur(BlurGrid(frames.map(\.bounds), of: raster))
    }
  }

  subscript(x: Int, y: Int) -> PremultipliedColour {
    switch self {
    case .plain(let colour): colour
    case .blur(let grid): grid[Float(x) + 0.5, Float(y) + 0.5]
    }
  }
}

extension PremultipliedColour {
  init(_ colour: Colour) {
    let alpha = Float(colour.alpha) / 255
    self = SIMD4(Float(colour.red), Float(colour.green), Float(colour.blue), 1) * alpha
  }

  /// This colour in front of another.
  func over(_ other: Self) -> Self { self + other * (1 - w) }
}

/// The photos of a canvas as a grid of large cells, extended to where there is no photo, and
/// blurred.
struct BlurGrid: Sendable {
  private static let cellsOfLongSide = 48
  /// Each pass averages this many cells on either side; three passes are close to a Gaussian.
  private static let reach = 2
  private static let passes = 3
  /// Pixels sampled along a cell's side.
  private static let samples = 6

  private let columns: Int
  private let rows: Int
  private let cellSize: Float
  private var cells: [PremultipliedColour]

  init(_ photos: [PixelRect], of raster: Raster) {
    let size = raster.size
    cellSize = Float(max(size.width, size.height)) / Float(Self.cellsOfLongSide)
    columns = max(Int((Float(size.width) / cellSize).rounded(.up)), 1)
    rows = max(Int((Float(size.height) / cellSize).rounded(.up)), 1)
    cells = Array(repeating: PremultipliedColour(), count: columns * rows)
    let step = max(Int(cellSize) / Self.samples, 1)
    for photo in photos {
      for y in stride(from: photo.y, to: photo.y + photo.height, by: step) {
        for x in stride(from: photo.x, to: photo.x + photo.width, by: step) {
          let cell =
            min(Int(Float(y) / cellSize), rows - 1) * columns
            + min(Int(Float(x) / cellSize), columns - 1)
          cells[cell] += PremultipliedColour(raster[x, y])
        }
      }
    }
    for _ in 0..<Self.passes { blur() }
    // The alpha channel now holds the photos' share of each cell: dividing by it gives the mean of
    // their colours.
    for index in cells.indices where cells[index].w > 0 { cells[index] /= cells[index].w }
    // Cells far from all photos get the colour of some other cell.
    if let known = cells.first(where: { $0.w > 0 }) {
      for index in cells.indices where cells[index].w == 0 { cells[index] = known }
    }
  }

  private mutating func blur() {
    for isAcross in [true, false] {
      let old = cells
      for row in 0..<rows {
        for column in 0..<columns {
          var sum = PremultipliedColour()
          for offset in -Self.reach...Self.reach {
            let x = isAcross ? min(max(column + offset, 0), columns - 1) : column
            let y = isAcross ? row : min(max(row + offset, 0), rows - 1)
            sum += old[y * columns + x]
          }
          cells[row * columns + column] = sum
        }
      }
    }
  }

  /// Interpolated between the centres of four cells.
  subscript(x: Float, y: Float) -> PremultipliedColour {
    let across = max(x / cellSize - 0.5, 0)
    let down = max(y / cellSize - 0.5, 0)
    let (column, row) = (min(Int(across), columns - 1), min(Int(down), rows - 1))
    let (right, below) = (min(column + 1, columns - 1), min(row + 1, rows - 1))
    let (partX, partY) = (across - Float(column), down - Float(row))
    let top = cells[row * columns + column] * (1 - partX) + cells[row * columns + right] * partX
    let bottom =
      cells[below * columns + column] * (1 - partX) + cells[below * columns + right] * partX
    return top * (1 - partY) + bottom * partY
  }
}
