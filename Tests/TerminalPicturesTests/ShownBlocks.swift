import Imaging
import TerminalPictures
import TestSupport

/// What a terminal shows of a picture of quadrant blocks.
struct ShownBlocks {
  static let glyphs = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

  let rows: [String]
  let screen: ScreenModel

  init(_ raster: Raster, columns: Int, rows: Int, depth: QuadrantBlocks.ColourDepth = .trueColour) {
    self.rows = QuadrantBlocks.rows(of: raster, columns: columns, rows: rows, depth: depth)
    // One row and column more than the picture should need, which must stay empty.
    var screen = ScreenModel(rows: rows + 1, columns: columns + 1)
    screen.feed(self.rows.joined(separator: "\r\n").utf8)
    self.screen = screen
  }

  /// The colour of a quadrant; nil where the terminal's own would be seen.
  func colour(x: Int, y: Int) -> Colour? {
    let cell = screen.cells[y / 2][x / 2]
    guard let set = Self.glyphs.firstIndex(of: Character(cell.text)) else { return nil }
    let isInk = set >> (y % 2 * 2 + x % 2) & 1 == 1
    return switch isInk ? cell.style.foreground : cell.style.background {
    case .rgb(let red, let green, let blue): Colour(red: red, green: green, blue: blue)
    case .palette(let index) where index >= 16: Palette.colours[Int(index) - 16]
    case .palette, .standard: nil
    }
  }

  /// The sum of the squared errors of one cell.
  func error(column: Int, row: Int, against raster: Raster) -> Int? {
    var sum = 0
    for y in 2 * row..<2 * row + 2 {
      for x in 2 * column..<2 * column + 2 {
        guard let shown = colour(x: x, y: y) else { return nil }
        sum += shown.squaredDistance(to: raster[x, y])
      }
    }
    return sum
  }
}

/// The colours from 16 to 255 of a 256-colour terminal, as xterm defines them.
enum Palette {
  static let colours: [Colour] = {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let cube = levels.flatMap { red in
      levels.flatMap { green in levels.map { Colour(red: red, green: green, blue: $0) } }
    }
    let greys = (0..<24).map { UInt8(8 + 10 * $0) }.map { Colour(red: $0, green: $0, blue: $0) }
    return cube + greys
  }()
}

extension Colour {
  func squaredDistance(to other: Colour) -> Int {
    let differences = [
      Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue),
    ]
    return differences.map { $0 * $0 }.reduce(0, +)
  }
}
