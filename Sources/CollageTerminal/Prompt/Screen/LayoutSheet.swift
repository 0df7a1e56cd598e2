internal import CollageKit
internal import Imaging
internal import PhotoLayouts

/// Diagrams of layouts, side by side, with the photos' numbers in the frames and the rank below.
enum LayoutSheet {
  /// The width of a diagram in columns, including its outline.
  private static let columns = 15
  private static let rows = 7
  private static let gap = 2

  /// The height in rows, including the ranks.
  static let height = rows + 1

  /// How many diagrams fit into a window.
  static func count(columns: Int) -> Int { max((columns - 1 + gap) / (self.columns + gap), 1) }

  /// The ranks to show around the current one: as many as fit, or all of them.
  static func ranks(around current: Int, of choices: Int, columns: Int) -> ClosedRange<Int> {
    let count = min(count(columns: columns), choices)
    let first = min(max(current - count / 2, 1), max(choices - count + 1, 1))
    return first...max(first + count - 1, first)
  }

  /// - Parameters:
  ///   - layouts: by rank, from 1.
  ///   - isUTF8: whether to draw lines with box-drawing characters; else with `-|+`.
  static func text(of layouts: [Int: CollageLayout], current: Int, isUTF8: Bool) -> [String] {
    let ranks = layouts.keys.sorted()
    let diagrams = ranks.compactMap { layouts[$0].map { diagram(of: $0, isUTF8: isUTF8) } }
    let space = String(repeating: " ", count: gap)
    let lines = (0..<rows).map { row in diagrams.map { $0[row] }.joined(separator: space) }
    let captions = ranks.map { rank in
      let text = rank == current ? "[\(rank)]" : "\(rank)"
      return ("".padded(to: (columns - text.count) / 2) + text).padded(to: columns)
    }
    return ranks.isEmpty ? [] : lines + [captions.joined(separator: space)]
  }

  /// The sides of a cell that are reached by a line from its middle.
  private struct Sides: OptionSet {
    let rawValue: Int
    static let up = Sides(rawValue: 1)
    static let down = Sides(rawValue: 2)
    static let left = Sides(rawValue: 4)
    static let right = Sides(rawValue: 8)
  }

  /// The character for each `Sides.rawValue`.
  private static let lines = Array(" ╵╷│╴┘┐┤╶└┌├─┴┬┼")
  private static let plainLines = Array(" |||-+++-+++-+++")

  private static func diagram(of layout: CollageLayout, isUTF8: Bool) -> [String] {
    let frames = layout.scaled(to: PixelSize(width: columns - 1, height: rows - 1)).map(\.bounds)
    var sides = [[Sides]](repeating: [Sides](repeating: [], count: columns), count: rows)
    for frame in frames {
      let (right, bottom) = (frame.x + frame.width, frame.y + frame.height)
      for x in frame.x..<max(right, frame.x) {
        for y in [frame.y, bottom] {
          sides[y][x].insert(.right)
          sides[y][x + 1].insert(.left)
        }
      }
      for y in frame.y..<max(bottom, frame.y) {
        for x in [frame.x, right] {
          sides[y][x].insert(.down)
          sides[y + 1][x].insert(.up)
        }
      }
    }
    var text = sides.map { $0.map { (isUTF8 ? lines : plainLines)[$0.rawValue] } }
    for (place, frame) in frames.enumerated() where frame.width > 1 && frame.height > 1 {
      let number = "\(place + 1)"
      let start = frame.x + max((frame.width + 1 - number.count) / 2, 1)
      for (offset, digit) in number.enumerated() where start + offset < frame.x + frame.width {
        text[frame.y + frame.height / 2][start + offset] = digit
      }
    }
    return text.map { String($0) }
  }
}
