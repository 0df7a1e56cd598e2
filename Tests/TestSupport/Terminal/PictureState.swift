/// The pictures that a terminal holds, and those that it shows apart from text.
struct PictureState: Sendable {
  /// A picture that was sent under an id.
  struct Held: Sendable {
    /// In pixels.
    let width: Int
    let height: Int
    /// What was sent, decoded from base64.
    let file: [UInt8]
    /// The size in cells that was given for placeholders.
    var virtualSize: (columns: Int, rows: Int)?
  }

  private(set) var held: [UInt32: Held] = [:]
  /// Placements and sixels.
  private(set) var shown: [ShownPicture] = []
  /// What a terminal would answer with an error, or misunderstand.
  private(set) var errors: [String] = []
  /// How many pictures were sent completely under an id.
  private(set) var transmissions = 0

  /// The transmission that is not yet complete.
  private var pending: (keys: [Substring: Substring], base64: [UInt8])?

  mutating func follow(_ text: String, payload: [UInt8], at cursor: ScreenPosition) {
    let pairs = text.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
    var keys: [Substring: Substring] = [:]
    for pair in pairs where pair.count == 2 { keys[pair[0]] = pair[1] }
    if payload.count > 4096 { errors.append("a payload has \(payload.count) bytes") }
    if pending != nil {
      if keys["a"] != nil { errors.append("a picture is interrupted by \(text)") }
      return continueTransmission(payload, isLast: keys["m"] != "1")
    }
    let id = keys["i"].flatMap { UInt32($0) } ?? 0
    switch keys["a"] {
    case "q": break
    case "t":
      pending = (keys, [])
      continueTransmission(payload, isLast: keys["m"] != "1")
    case "p": place(id, keys, at: cursor)
    case "d" where keys["d"] == "i" || keys["d"] == "I":
      shown.removeAll {
        $0.kind == .placement && $0.id == id
          && (keys["p"] == nil || keys["p"].flatMap { UInt32($0) } == $0.place)
      }
      if keys["d"] == "I" { held[id] = nil }
    default: errors.append("unknown command \(text)")
    }
  }

  private mutating func continueTransmission(_ payload: [UInt8], isLast: Bool) {
    pending?.base64 += payload
    guard isLast, let (keys, base64) = pending else { return }
    pending = nil
    let id = keys["i"].flatMap { UInt32($0) } ?? 0
    guard id > 0, keys["f"] == "100", let file = Self.decoded(base64) else {
      errors.append("a picture that can't be read")
      return
    }
    // An interrupted file is discarded silently if replies are off.
    guard file.suffix(8).starts(with: "IEND".utf8), file.count > 24 else { return }
    shown.removeAll { $0.kind == .placement && $0.id == id }
    held[id] = Held(
      width: file[16..<20].reduce(0) { $0 << 8 | Int($1) },
      height: file[20..<24].reduce(0) { $0 << 8 | Int($1) },
      file: file)
    transmissions += 1
  }

  private mutating func place(
    _ id: UInt32, _ keys: [Substring: Substring], at cursor: ScreenPosition
  ) {
    guard let picture = held[id] else {
      errors.append("a picture \(id) is placed that the terminal doesn't hold")
      return
    }
    let columns = keys["c"].flatMap { Int($0) } ?? 0
    let rows = keys["r"].flatMap { Int($0) } ?? 0
    if keys["U"] == "1" {
      held[id]?.virtualSize = (columns, rows)
      return
    }
    if keys["C"] != "1" { errors.append("a picture that moves the cursor") }
    // There is only one placement of each number.
    let place = keys["p"].flatMap { UInt32($0) } ?? 0
    shown.removeAll { $0.kind == .placement && $0.id == id && $0.place == place }
    shown.append(
      ShownPicture(
        kind: .placement, id: id, place: place, position: cursor, columns: columns, rows: rows,
        width: picture.width,
        height: picture.height))
  }

  mutating func show(_ picture: ShownPicture) { shown.append(picture) }

  /// Exchanges what is shown, as for the alternate screen; the terminal holds the same pictures.
  mutating func exchange(_ others: [ShownPicture]) -> [ShownPicture] {
    defer { shown = others }
    return shown
  }

  mutating func clear() {
    // As kitty does it: pictures that are shown nowhere else are deleted.
    for picture in shown where picture.kind == .placement { held[picture.id] = nil }
    shown = []
  }

  mutating func scroll(by rows: Int) {
    if shown.isEmpty { return }
    for index in shown.indices { shown[index].position.row += rows }
  }

  /// Text replaces sixels.
  mutating func erase(_ row: Int, _ columns: Range<Int>) {
    if shown.isEmpty { return }
    shown.removeAll { picture in
      let (top, left) = (picture.position.row, picture.position.column)
      return picture.kind == .sixel && (top..<top + picture.rows).contains(row)
        && columns.overlaps(left..<left + picture.columns)
    }
  }

  private static func decoded(_ base64: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits = 0
    var count = 0
    for byte in base64 {
      let value: Int
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = Int(byte) - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = Int(byte) - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = Int(byte) + 4
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="): continue
      default: return nil
      }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        bits &= (1 << count) - 1
      }
    }
    return bytes
  }
}
