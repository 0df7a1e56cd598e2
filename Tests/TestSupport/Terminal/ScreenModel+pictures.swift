extension ScreenModel {
  /// The size of a cell in pixels, by which sixels take their cells.
  static let cell = (width: 10, height: 20)

  /// The pictures of pixels on the screen, from the top. A picture has all of its placeholders, in
  /// order, or it is not one.
  package var pictures: [ShownPicture] {
    (pictureState.shown + placeholderPictures).sorted {
      ($0.position.row, $0.position.column) < ($1.position.row, $1.position.column)
    }
  }

  /// The ids of the pictures that the terminal holds, shown or not.
  package var heldPictures: Set<UInt32> { Set(pictureState.held.keys) }

  /// The PNG file that was sent under this id.
  package func pictureFile(_ id: UInt32) -> [UInt8]? { pictureState.held[id]?.file }

  /// How many pictures were sent completely under an id so far.
  package var pictureTransmissions: Int { pictureState.transmissions }

  /// What a terminal would reply to with an error, or would misunderstand.
  package var pictureErrors: [String] { pictureState.errors }

  // MARK: Placeholders

  /// The first of the marks that stand for rows and columns.
  private static let marks: [Unicode.Scalar] = Array(
    "\u{305}\u{30D}\u{30E}\u{310}\u{312}\u{33D}\u{33E}\u{33F}\u{346}\u{34A}\u{34B}\u{34C}\u{350}\u{351}\u{352}\u{357}\u{35B}\u{363}\u{364}\u{365}\u{366}\u{367}\u{368}\u{369}\u{36A}\u{36B}\u{36C}\u{36D}\u{36E}\u{36F}"
      .unicodeScalars)

  private var placeholderPictures: [ShownPicture] {
    var positions: [UInt32: [ScreenPosition: ScreenPosition]] = [:]
    for (row, line) in cells.enumerated() {
      var left: (id: UInt32, part: ScreenPosition)?
      for (column, cell) in line.enumerated() {
        left = Self.placeholder(cell, after: left)
        if let left {
          positions[left.id, default: [:]][left.part] = ScreenPosition(row: row, column: column)
        }
      }
    }
    return positions.compactMap { id, parts in
      guard let held = pictureState.held[id], let size = held.virtualSize,
        let corner = parts[ScreenPosition(row: 0, column: 0)]
      else { return nil }
      let isComplete = (0..<size.rows).allSatisfy { row in
        (0..<size.columns).allSatisfy { column in
          parts[ScreenPosition(row: row, column: column)]
            == ScreenPosition(row: corner.row + row, column: corner.column + column)
        }
      }
      guard isComplete else { return nil }
      return ShownPicture(
        kind: .placeholders, id: id, position: corner, columns: size.columns, rows: size.rows,
        width: held.width,
        height: held.height)
    }
  }

  /// The picture and the part of it that a cell shows; nil if the cell is no placeholder.
  private static func placeholder(
    _ cell: ScreenCell, after left: (id: UInt32, part: ScreenPosition)?
  ) -> (id: UInt32, part: ScreenPosition)? {
    let scalars = Array(cell.text.unicodeScalars)
    guard scalars.first == "\u{10EEEE}",
      case .rgb(let red, let green, let blue) = cell.style.foreground
    else {
      return nil
    }
    let id = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    let numbers = scalars.dropFirst().compactMap { marks.firstIndex(of: $0) }
    if numbers.count >= 2 { return (id, ScreenPosition(row: numbers[0], column: numbers[1])) }
    guard let left, left.id == id, numbers.first ?? left.part.row == left.part.row else {
      return nil
    }
    return (id, ScreenPosition(row: left.part.row, column: left.part.column + 1))
  }

  // MARK: Sixels

  /// Shows a sixel picture at the cursor, which goes to the row where it ends.
  mutating func showSixel(_ payload: [UInt8]) {
    guard let start = payload.firstIndex(where: { (0x40...0x7E).contains($0) }),
      payload[start] == UInt8(ascii: "q")
    else { return }
    let (width, height) = Self.sixelSize(payload[(start + 1)...])
    let rows = (height + Self.cell.height - 1) / Self.cell.height
    let columns = (width + Self.cell.width - 1) / Self.cell.width
    var top = cursor.row
    while top + rows > cells.count {
      scroll()
      top -= 1
    }
    pictureState.show(
      ShownPicture(
        kind: .sixel, id: 0, position: ScreenPosition(row: top, column: cursor.column),
        columns: columns, rows: rows,
        width: width, height: height))
    move(toRow: top + rows - 1)
  }

  /// The size of the pixels that are drawn, whatever the raster attributes say.
  private static func sixelSize(_ data: ArraySlice<UInt8>) -> (width: Int, height: Int) {
    var (width, x, band, lastRow) = (0, 0, 0, -1)
    var count = 1
    var number: Int?
    var isRepeat = false
    for byte in data {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = (number ?? 0) * 10 + Int(byte) - 48
      case UInt8(ascii: "!"):
        isRepeat = true
        number = nil
      case 0x3F...0x7E:
        count = isRepeat ? number ?? 1 : 1
        isRepeat = false
        let bits = byte - 0x3F
        if bits != 0 { lastRow = max(lastRow, band * 6 + 7 - bits.leadingZeroBitCount) }
        x += count
        if bits != 0 { width = max(width, x) }
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"):
        x = 0
        band += 1
      default:
        isRepeat = false
        number = nil
      }
    }
    return (width, lastRow + 1)
  }
}
