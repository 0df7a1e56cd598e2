internal import LineEditing

/// A frame around an area of the window, with labels in its lines.
struct CellFrame {
  /// A text in the upper or the lower line.
  struct Label {
    let text: String
    let look: TextStyle
  }

  let area: CellArea
  var isHeavy = false
  var look = TextStyle.dim
  var above: Label?
  var below: Label?
}

extension CellFrame {
  /// - Parameter title: in the upper line.
  init(_ area: CellArea, title: String) {
    self.init(area: area, above: Label(text: " \(title) ", look: .plain))
  }
}

/// The characters of a frame.
private struct FrameLines {
  struct Horizontal {
    let left: String
    let middle: String
    let right: String
  }

  let top: Horizontal
  let side: String
  let bottom: Horizontal

  init(isUTF8: Bool, isHeavy: Bool) {
    let text =
      switch (isUTF8, isHeavy) {
      case (true, false): "┌─┐│└─┘"
      case (true, true): "┏━┓┃┗━┛"
      case (false, false): "+-+|+-+"
      case (false, true): "#=###=#"
      }
    let signs = text.map { String($0) }
    top = Horizontal(left: signs[0], middle: signs[1], right: signs[2])
    side = signs[3]
    bottom = Horizontal(left: signs[4], middle: signs[5], right: signs[6])
  }
}

extension WindowContent {
  mutating func put(_ frame: CellFrame, _ style: TerminalStyle) {
    let area = frame.area
    let lines = FrameLines(isUTF8: style.isUTF8, isHeavy: frame.isHeavy)
    let (right, bottom) = (area.column + area.columns - 1, area.row + area.rows - 1)
    put(lines.top, frame.above, of: frame, row: area.row, style)
    for row in area.row + 1..<max(bottom, area.row + 1) {
      for column in [area.column, right] {
        put(lines.side, row: row, column: column, width: 1, style: frame.look)
      }
    }
    put(lines.bottom, frame.below, of: frame, row: bottom, style)
  }

  private mutating func put(
    _ line: FrameLines.Horizontal, _ label: CellFrame.Label?, of frame: CellFrame, row: Int,
    _ style: TerminalStyle
  ) {
    let area = frame.area
    let text = label.map { style.cut($0.text, columns: area.columns - 2) } ?? ""
    let width = DisplayWidth.columns(of: text)
    let start = text.isEmpty ? line.left : line.left + line.middle
    put(start, row: row, column: area.column, width: start.count, style: frame.look)
    if let label, !text.isEmpty {
      put(
        text, row: row, column: area.column + start.count, width: width, style: label.look)
    }
    let rest = max(area.columns - start.count - width - 1, 0)
    put(
      String(repeating: line.middle, count: rest) + line.right, row: row,
      column: area.column + start.count + width, width: rest + 1, style: frame.look)
  }
}
