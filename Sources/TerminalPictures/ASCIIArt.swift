package import Imaging

/// Pictures made of characters that cover more or less of a cell, for terminals without colours.
package enum ASCIIArt {
  /// Characters from thin to dense in nearly even steps, measured in three monospaced fonts.
  /// Without the space, so that the edges of a picture are visible on any background.
  private static let ramp = Array(".:;+=cxoX&#@".utf8)
  /// The minimum difference of coded luminance, 0 to 255, that fills the whole ramp, so that a
  /// plain wall stays plain.
  private static let minContrast = 64

  /// One text per row of cells, exactly `columns` wide, with characters of `ramp` and the marks
  /// only.
  ///
  /// Stretches the contrast: the darkest and the lightest 2 % of the cells get the ends of the
  /// ramp.
  ///
  /// - Parameters:
  ///   - raster: of any size; each character stands for an average.
  ///   - columns: in cells, above 0, like `rows`.
  ///   - background: on a dark background, more ink means lighter.
  ///   - marks: labels, and frames whose edges are drawn where another one may touch them.
  package static func rows(
    of raster: Raster, columns: Int, rows: Int,
    on background: TerminalCapabilities.Background = .dark, marks: CellMarks = CellMarks()
  ) -> [String] {
    precondition(columns > 0 && rows > 0)
    let grid = SampleGrid(of: raster, width: columns, height: rows)
    let luminances = (0..<columns * rows).map { luminance(of: grid[$0 % columns, $0 / columns]) }
    let tones = range(of: luminances)
    var letters = luminances.map { luminance in
      let step = (luminance - tones.lowerBound) * ramp.count / tones.count
      let shade = min(max(step, 0), ramp.count - 1)
      return ramp[background == .dark ? shade : ramp.count - 1 - shade]
    }
    func set(_ character: Unicode.Scalar, _ row: Int, _ column: Int) {
      guard (0..<rows).contains(row), (0..<columns).contains(column) else { return }
      letters[row * columns + column] = UInt8(ascii: character)
    }
    for frame in marks.frames.filter({ !$0.isHighlighted }) + marks.frames.filter(\.isHighlighted) {
      for (row, column, character) in frame.edges { set(character, row, column) }
    }
    for row in 0..<rows {
      for label in marks.labels(inRow: row, columns: columns) {
        for (column, scalar) in zip(label.columns, label.text.unicodeScalars) where scalar.isASCII {
          set(scalar, row, column)
        }
      }
    }
    return (0..<rows).map {
      String(decoding: letters[$0 * columns..<($0 + 1) * columns], as: UTF8.self)
    }
  }

  /// Luminance with Rec. 709's weights on coded values, 0 to 255.
  private static func luminance(of sample: SIMD4<Int32>) -> Int {
    Int((sample &* SIMD4(2126, 7152, 722, 0)).wrappedSum() + 5000) / 10_000
  }

  /// The luminances that are mapped to the ends of the ramp.
  private static func range(of luminances: [Int]) -> ClosedRange<Int> {
    let sorted = luminances.sorted()
    let trimmedCount = sorted.count / 50
    let darkest = sorted[trimmedCount]
    let lightest = sorted[sorted.count - 1 - trimmedCount]
    let missing = max(minContrast - (lightest - darkest), 0)
    // Extend the range towards the middle greys if the picture lies at one end.
    let lower = min(max(darkest - missing / 2, 0), 255 - minContrast)
    return min(lower, darkest)...max(lower + minContrast, lightest)
  }
}

extension CellMarks.Frame {
  /// The left and the upper edge, unless they are at the picture's own edge; all four if the frame
  /// is highlighted.
  fileprivate var edges: [(row: Int, column: Int, character: Unicode.Scalar)] {
    guard let top = rows.first, let bottom = rows.last, let left = columns.first,
      let right = columns.last
    else {
      return []
    }
    func row(_ row: Int, _ character: Unicode.Scalar) -> [(
      row: Int, column: Int, character: Unicode.Scalar
    )] {
      columns.map { (row, $0, character) }
    }
    func column(_ column: Int, _ character: Unicode.Scalar) -> [(
      row: Int, column: Int, character: Unicode.Scalar
    )] {
      rows.map { ($0, column, character) }
    }
    if isHighlighted {
      return row(top, "*") + row(bottom, "*") + column(left, "*") + column(right, "*")
    }
    var edges = top > 0 ? row(top, "-") : []
    if left > 0 { edges += column(left, "|") }
    if top > 0, left > 0 { edges.append((top, left, "+")) }
    return edges
  }
}
