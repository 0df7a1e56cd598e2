/// What a terminal of a given size shows after some output.
///
/// It supports what a program that redraws in place needs: text with wide and combining characters,
/// the cursor, erasing, styles, and scrolling at the bottom. Anything else is recorded in
/// `unknownSequences`, so that a wrong picture is not taken for a right one.
package struct ScreenModel: Sendable {
  /// The rows from the top, each with one cell a column.
  package internal(set) var cells: [[ScreenCell]]
  /// Where the next character goes. After one in the last column it stays there, and the next one
  /// wraps.
  package internal(set) var cursor = ScreenPosition(row: 0, column: 0)
  /// The rows that left the screen at the top, oldest first, without trailing spaces.
  package internal(set) var scrolledAway: [String] = []
  /// The same rows with all that is in them.
  var history: [ScreenRow] = []
  /// For each row on the screen whether a line that was too long goes on in the next.
  var isContinued: [Bool]
  /// The private modes that are set, by number: 7 wraps at the margin, 25 shows the cursor (both on
  /// at the start), 2004 brackets pastes, 2026 holds back updates, 1049 is the alternate screen.
  /// Only 7 and 1049 have an effect here.
  package private(set) var privateModes: Set<Int> = [7, 25]
  /// The commands of the kitty graphics protocol so far, including those passed through tmux.
  package private(set) var graphics: [GraphicsCommand] = []
  /// The pictures that the terminal holds or shows.
  var pictureState = PictureState()
  /// The control sequences that were ignored because they aren't known here, without `ESC`.
  package private(set) var unknownSequences: [String] = []

  private var parser = InstructionParser()
  private var style = CellStyle()
  /// The other screen, while the alternate one is shown.
  private var main:
    (cells: [[ScreenCell]], cursor: ScreenPosition, isContinued: [Bool], pictures: [ShownPicture])?
  private var saved: (cursor: ScreenPosition, style: CellStyle)
  var mustWrap = false

  /// An empty screen; both numbers must be above 0.
  package init(rows: Int, columns: Int) {
    precondition(rows > 0 && columns > 0, "a screen has at least one cell")
    cells = Array(repeating: Array(repeating: ScreenCell(), count: columns), count: rows)
    isContinued = Array(repeating: false, count: rows)
    saved = (cursor, style)
  }

  /// The rows as text, without trailing spaces.
  package var rows: [String] { cells.map { Self.text(of: $0) } }

  /// The rows as one text, a line each.
  package var text: String { rows.joined(separator: "\n") }

  /// Whether the program is in the middle of a synchronised update, which a terminal would not show
  /// yet.
  package var isUpdating: Bool { privateModes.contains(2026) }

  /// The style of the first occurrence of a text within one row; nil if there is none, or it has
  /// several styles.
  ///
  /// - Parameter row: The only row to look at, counted from 0; by default all.
  package func style(of text: String, inRow row: Int? = nil) -> CellStyle? {
    for line in row.map({ [cells[$0]] }) ?? cells {
      for start in line.indices where !line[start].text.isEmpty {
        var rest = text[...]
        var styles: Set<CellStyle> = []
        for cell in line[start...] where !rest.isEmpty {
          guard rest.hasPrefix(cell.text) else { break }
          rest = rest.dropFirst(cell.text.count)
          styles.insert(cell.style)
        }
        if rest.isEmpty { return styles.count == 1 ? styles.first : nil }
      }
    }
    return nil
  }

  /// Follows some output; sequences and characters may be cut anywhere.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if let instruction = parser.next(byte) { follow(instruction) }
    }
  }
}

// MARK: - Instructions

extension ScreenModel {
  private mutating func follow(_ instruction: TerminalInstruction) {
    switch instruction {
    case .print(let character): print(character)
    case .control(let byte): control(byte)
    case .escape(let byte): escape(byte)
    case .sequence(let sequence): follow(sequence)
    case .string(UInt8(ascii: "_"), let payload) where payload.first == UInt8(ascii: "G"):
      let parts = payload.dropFirst().split(
        separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
      let keys = String(decoding: parts[0], as: UTF8.self)
      graphics.append(
        GraphicsCommand(keys: keys, payloadBytes: parts.count > 1 ? parts[1].count : 0))
      pictureState.follow(keys, payload: parts.count > 1 ? Array(parts[1]) : [], at: cursor)
    case .string(UInt8(ascii: "P"), let payload) where payload.starts(with: "tmux;".utf8):
      var inner = InstructionParser()
      for byte in Self.unwrapped(payload.dropFirst("tmux;".utf8.count)) {
        if let instruction = inner.next(byte) { follow(instruction) }
      }
    case .string(UInt8(ascii: "P"), let payload): showSixel(payload)
    case .string: break
    }
  }

  /// What tmux hands on: each escape character is doubled.
  private static func unwrapped(_ payload: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var isDoubled = false
    for byte in payload {
      isDoubled = byte == 0x1B && !isDoubled
      if !isDoubled { bytes.append(byte) }
    }
    return bytes
  }

  private mutating func print(_ character: Unicode.Scalar) {
    let width = character.columns
    guard width > 0 else {
      combine(character)
      return
    }
    if privateModes.contains(7), mustWrap || cursor.column + width > columns {
      isContinued[cursor.row] = true
      move(toColumn: 0)
      lineFeed()
    }
    let end = min(cursor.column + width, columns)
    erase(cursor.row, cursor.column..<end)
    for column in cursor.column..<end {
      cells[cursor.row][column] = ScreenCell(
        text: column == cursor.column ? String(character) : "", style: style)
    }
    move(toColumn: end)
    mustWrap = end == columns
  }

  /// Adds a mark to the character before the cursor.
  private mutating func combine(_ mark: Unicode.Scalar) {
    var column = mustWrap ? cursor.column : cursor.column - 1
    if column > 0, cells[cursor.row][column].text.isEmpty { column -= 1 }
    if column >= 0 { cells[cursor.row][column].text.unicodeScalars.append(mark) }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 8: move(toColumn: cursor.column - 1)
    case 9: move(toColumn: (cursor.column / 8 + 1) * 8)
    case 10, 11, 12: lineFeed()
    case 13: move(toColumn: 0)
    default: break
    }
  }

  private mutating func escape(_ byte: UInt8) {
    switch Character(Unicode.Scalar(byte)) {
    case "7": saved = (cursor, style)
    case "8": restore()
    case "c": self = ScreenModel(rows: cells.count, columns: columns)
    case "D": lineFeed()
    case "E":
      move(toColumn: 0)
      lineFeed()
    case "=", ">", "\\": break
    case let other: unknownSequences.append(String(other))
    }
  }

  private mutating func follow(_ sequence: ControlSequence) {
    let first = sequence.parameters[0][0]
    switch (sequence.marker, sequence.name) {
    case (nil, "A"): move(toRow: cursor.row - sequence.count())
    case (nil, "B"): move(toRow: cursor.row + sequence.count())
    case (nil, "C"): move(toColumn: cursor.column + sequence.count())
    case (nil, "D"): move(toColumn: cursor.column - sequence.count())
    case (nil, "G"): move(toColumn: sequence.count() - 1)
    case (nil, "d"): move(toRow: sequence.count() - 1)
    case (nil, "H"), (nil, "f"):
      move(toRow: sequence.count() - 1)
      move(toColumn: sequence.count(1) - 1)
    case (nil, "J"): eraseScreen(first)
    case (nil, "K"): eraseRow(first)
    case (nil, "m"): style.apply(sequence)
    case (nil, "s"): saved = (cursor, style)
    case (nil, "u"): restore()
    case ("?", "h"):
      privateModes.formUnion(sequence.parameters.map { $0[0] })
      if first == 1049 { enterAlternateScreen() }
    case ("?", "l"):
      privateModes.subtract(sequence.parameters.map { $0[0] })
      if first == 1049 { leaveAlternateScreen() }
    // Queries to the terminal, which show nothing.
    case (_, "c"), (_, "n"), (nil, "t"), ("?", "$p"), (">", "q"): break
    default: unknownSequences.append(sequence.source)
    }
  }
}

// MARK: - Cells and the cursor

extension ScreenModel {
  var columns: Int { cells[0].count }

  static func text(of row: [ScreenCell]) -> String {
    let end = row.lastIndex { $0.text != " " } ?? -1
    return row[...end].map(\.text).joined()
  }

  mutating func move(toRow row: Int) {
    cursor.row = min(max(0, row), cells.count - 1)
    mustWrap = false
  }

  mutating func move(toColumn column: Int) {
    cursor.column = min(max(0, column), columns - 1)
    mustWrap = false
  }

  private mutating func enterAlternateScreen() {
    guard main == nil else { return }
    main = (cells, cursor, isContinued, pictureState.exchange([]))
    cells = Array(repeating: Array(repeating: ScreenCell(), count: columns), count: cells.count)
    isContinued = Array(repeating: false, count: cells.count)
  }

  private mutating func leaveAlternateScreen() {
    guard let before = main else { return }
    main = nil
    let size = (rows: cells.count, columns: columns)
    (cells, cursor, isContinued) = (before.cells, before.cursor, before.isContinued)
    _ = pictureState.exchange(before.pictures)
    // The window may have been resized meanwhile.
    if (cells.count, columns) != size { resize(rows: size.rows, columns: size.columns) }
  }

  private mutating func restore() {
    style = saved.style
    move(toRow: saved.cursor.row)
    move(toColumn: saved.cursor.column)
  }

  private mutating func lineFeed() {
    if cursor.row == cells.count - 1 { scroll() }
    move(toRow: cursor.row + 1)
  }

  /// Moves everything up by a row, the cursor too.
  mutating func scroll() {
    let row = ScreenRow(cells: cells.removeFirst(), isContinued: isContinued.removeFirst())
    // What scrolls out of the alternate screen is gone.
    if main == nil {
      history.append(row)
      scrolledAway.append(Self.text(of: row.cells))
    }
    isContinued.append(false)
    cells.append(Array(repeating: ScreenCell(), count: columns))
    pictureState.scroll(by: -1)
    cursor.row -= 1
  }

  private mutating func eraseScreen(_ part: Int) {
    switch part {
    case 0, 1:
      eraseRow(part)
      for row in part == 0 ? cursor.row + 1..<cells.count : 0..<cursor.row {
        erase(row, 0..<columns)
      }
    case 2:
      for row in cells.indices { erase(row, 0..<columns) }
      pictureState.clear()
    default: (scrolledAway, history) = ([], [])
    }
  }

  private mutating func eraseRow(_ part: Int) {
    erase(
      cursor.row,
      part == 0 ? cursor.column..<columns : part == 1 ? 0..<cursor.column + 1 : 0..<columns)
  }

  /// Leaves spaces in the background colour, also in place of the other half of a wide character
  /// that is cut.
  private mutating func erase(_ row: Int, _ range: Range<Int>) {
    if cells[row][range.lowerBound].text.isEmpty { cells[row][range.lowerBound - 1].text = " " }
    if range.upperBound < columns, cells[row][range.upperBound].text.isEmpty {
      cells[row][range.upperBound].text = " "
    }
    let blank = ScreenCell(style: CellStyle(background: style.background))
    for column in range { cells[row][column] = blank }
    if range.upperBound == columns { isContinued[row] = false }
    pictureState.erase(row, range)
  }
}
