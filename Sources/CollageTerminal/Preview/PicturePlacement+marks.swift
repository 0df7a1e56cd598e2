internal import CollageKit
internal import Imaging
internal import TerminalPictures

// The numbers and marks of photos in a preview: drawn into true pixels, or written over characters.
extension PicturePlacement {
  /// Whether numbers are characters in cells; else they are drawn into the picture.
  private var hasCellLabels: Bool {
    switch mode {
    case .blocks24, .blocks256, .ascii, .off: true
    default: false
    }
  }

  /// The marks to draw into the picture. Edges between photos that touch are needed only if pixels
  /// are coarse.
  ///
  /// - Parameter highlighted: a photo's index, from 0.
  func marks(highlighted: Int?) -> FrameMarks {
    if mode == .ascii {
      return FrameMarks(
        dot: 0, line: PixelSize(width: 0, height: 0), hasEdges: false, highlighted: nil)
    }
    // Blocks have two pixels per cell across and about four down; each block shows the mean of two
    // of those.
    if hasCellLabels {
      return FrameMarks(
        dot: 0, line: PixelSize(width: 2, height: 4), hasEdges: true, highlighted: highlighted)
    }
    let dot = max(pixels.height / rows / 10, 1)
    return FrameMarks(
      dot: dot, line: PixelSize(width: 2 * dot, height: 2 * dot), hasEdges: false,
      highlighted: highlighted)
  }

  /// The marks to write over the picture's cells.
  func cellMarks(_ preview: Preview, highlighted: Int?) -> CellMarks {
    guard hasCellLabels else { return CellMarks() }
    var marks = CellMarks()
    for (place, frame) in preview.frames.enumerated() {
      let cells = cells(of: frame.bounds)
      let isHighlighted = place == highlighted
      let hasEdges = mode == .ascii
      if hasEdges {
        marks.frames.append(
          CellMarks.Frame(rows: cells.rows, columns: cells.columns, isHighlighted: isHighlighted))
      }
      let number = "\(place + 1)"
      let room = cells.columns.count - (hasEdges ? 1 : 0)
      let texts =
        preview.faultLabels[place].map { ["\(number) \($0)", number + "!", number] } ?? [number]
      let text = texts.map { hasEdges ? "[\($0)]" : " \($0) " }.first { $0.count <= room } ?? number
      marks.labels.append(
        CellMarks.Label(
          row: cells.rows.lowerBound
            + (hasEdges && cells.rows.lowerBound > 0 && cells.rows.count > 1 ? 1 : 0),
          column: cells.columns.lowerBound + (hasEdges && cells.columns.lowerBound > 0 ? 1 : 0),
          text: text,
          isHighlighted: isHighlighted))
    }
    return marks
  }

  /// The cells that an area of the picture covers, at least one.
  private func cells(of area: PixelRect) -> CellArea {
    func range(_ start: Int, _ length: Int, _ cells: Int, _ pixels: Int) -> Range<Int> {
      let first = min((2 * start * cells + pixels) / (2 * pixels), cells - 1)
      return first..<max((2 * (start + length) * cells + pixels) / (2 * pixels), first + 1)
    }
    return CellArea(
      rows: range(area.y, area.height, rows, pixels.height),
      columns: range(area.x, area.width, columns, pixels.width))
  }

  private struct CellArea {
    let rows: Range<Int>
    let columns: Range<Int>
  }
}

extension Preview {
  /// Texts beside the numbers of photos with a problem, by index from 0.
  var faultLabels: [Int: String] {
    Dictionary(damaged.map { ($0, "damaged") } + missing.map { ($0, "missing") }) { first, _ in
      first
    }
  }
}
