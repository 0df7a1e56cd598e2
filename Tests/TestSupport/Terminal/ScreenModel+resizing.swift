/// What terminals do with their text when their windows are resized.
package enum ResizeBehaviour: Sendable {
  /// Lines are wrapped again, as in tmux, VTE, kitty and most others; rows come back from those
  /// that have scrolled away.
  case wraps
  /// Rows lose what no longer fits, as in xterm.
  case cuts
}

extension ScreenModel {
  /// Changes the size. Rows that no longer fit are removed first below the cursor, where there is
  /// nothing, then at the top.
  package mutating func resize(rows: Int, columns: Int, _ behaviour: ResizeBehaviour = .wraps) {
    precondition(rows > 0 && columns > 0, "a screen has at least one cell")
    switch behaviour {
    case .wraps:
      if columns != self.columns { wrap(at: columns) }
      setHeight(rows)
    case .cuts:
      while cursor.row >= rows { scroll() }
      let blank = Array(repeating: ScreenCell(), count: columns)
      cells = cells.prefix(rows).map { Array($0.prefix(columns)) + blank.dropFirst($0.count) }
      cells += Array(repeating: blank, count: rows - cells.count)
      isContinued = Array(repeating: false, count: rows)
    }
    move(toColumn: cursor.column)
  }

  private mutating func setHeight(_ height: Int) {
    while cells.count > height {
      let last = cells[cells.count - 1]
      if cursor.row < cells.count - 1, last.allSatisfy({ $0 == ScreenCell() }) {
        cells.removeLast()
        isContinued.removeLast()
      } else {
        scroll()
        cells.removeLast()
        isContinued.removeLast()
      }
    }
    while cells.count < height {
      if let row = history.popLast() {
        scrolledAway.removeLast()
        cells.insert(row.cells, at: 0)
        isContinued.insert(row.isContinued, at: 0)
        cursor.row += 1
        pictureState.scroll(by: 1)
      } else {
        cells.append(Array(repeating: ScreenCell(), count: columns))
        isContinued.append(false)
      }
    }
  }

  /// Splits all lines anew; the screen keeps its height, and the cursor its place in the text.
  private mutating func wrap(at width: Int) {
    let height = cells.count
    let rows = history + zip(cells, isContinued).map { ScreenRow(cells: $0, isContinued: $1) }
    let cursorRow = history.count + cursor.row
    var wrapped: [ScreenRow] = []
    var newCursor = ScreenPosition(row: 0, column: 0)
    var line: [ScreenCell] = []
    var cursorOffset: Int?
    for (index, row) in rows.enumerated() {
      if index == cursorRow { cursorOffset = line.count + cursor.column + (mustWrap ? 1 : 0) }
      line += row.cells
      if row.isContinued {
        // A wide character for which there was no room left a gap.
        if rows[index + 1].cells.dropFirst().first?.text == "", line.last == ScreenCell() {
          line.removeLast()
        }
        continue
      }
      while line.last == ScreenCell() { line.removeLast() }
      let parts = Self.split(line, at: width)
      if let offset = cursorOffset {
        let part = min(offset / width, parts.count - 1)
        newCursor = ScreenPosition(
          row: wrapped.count + part, column: min(offset - part * width, width - 1))
      }
      wrapped += parts
      line = []
      cursorOffset = nil
    }
    while wrapped.count > height, wrapped.count - 1 > newCursor.row,
      wrapped.last!.cells.allSatisfy({ $0 == ScreenCell() })
    {
      wrapped.removeLast()
    }
    while wrapped.count < height {
      wrapped.append(ScreenRow(cells: Array(repeating: ScreenCell(), count: width)))
    }
    history = Array(wrapped.dropLast(height))
    scrolledAway = history.map { Self.text(of: $0.cells) }
    cells = wrapped.suffix(height).map(\.cells)
    isContinued = wrapped.suffix(height).map(\.isContinued)
    mustWrap = false
    cursor = ScreenPosition(row: max(newCursor.row - history.count, 0), column: newCursor.column)
  }

  /// A line as rows of this width, one at least; no wide character is cut.
  private static func split(_ line: [ScreenCell], at width: Int) -> [ScreenRow] {
    var rows: [ScreenRow] = []
    var rest = line[...]
    repeat {
      var part = rest.prefix(width)
      // The right half of a wide character would begin the next row.
      if let next = rest.dropFirst(part.count).first, next.text.isEmpty, part.count > 1 {
        part = part.dropLast()
      }
      rest = rest.dropFirst(part.count)
      let filling = Array(repeating: ScreenCell(), count: width - part.count)
      rows.append(ScreenRow(cells: part + filling, isContinued: !rest.isEmpty))
    } while !rest.isEmpty
    return rows
  }
}
