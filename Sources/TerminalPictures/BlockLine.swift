/// Builds a row of quadrant blocks; sets a colour only where it changes visibly.
struct BlockLine {
  private let depth: QuadrantBlocks.ColourDepth
  private var text: [UInt8] = []
  private var foreground: TerminalPaint?
  private var background: TerminalPaint?

  /// The last UTF-8 bytes of the block elements, indexed by set of quadrants; all of them begin
  /// with E2 96.
  private static let lastBytes: [UInt8] = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars.map {
    UInt8(truncatingIfNeeded: $0.value & 0x3F | 0x80)
  }
  private static let all = 15
  /// The digits of each number up to 255.
  private static let decimals = (0...255).map { Array("\($0)".utf8) }
  /// The largest difference in a channel that goes unnoticed. Setting a true colour takes 16 bytes.
  private static let tolerance: Int32 = 2

  init(depth: QuadrantBlocks.ColourDepth, columns: Int) {
    self.depth = depth
    // The approximate number of bytes for a cell of a photo.
    text.reserveCapacity(columns * 40)
  }

  mutating func append(_ cell: QuadrantCell) {
    // A cell of one colour is always written as a space, because in some fonts the full block
    // leaves a gap to its neighbours.
    guard let ink = cell.ink else {
      select(foreground: nil, background: cell.paper)
      text.append(UInt8(ascii: " "))
      return
    }
    // Foreground and background may be exchanged if fewer colours have to be set that way.
    let straight = changes(foreground: ink, background: cell.paper)
    let swapped = changes(foreground: cell.paper, background: ink)
    if swapped < straight {
      select(foreground: cell.paper, background: ink)
      append(block: Self.all - cell.inked)
    } else {
      select(foreground: ink, background: cell.paper)
      append(block: cell.inked)
    }
  }

  /// Text in black on white, or on yellow if it is highlighted.
  mutating func append(_ label: CellMarks.Label) {
    text.append(
      contentsOf: "\u{1B}[0;1;30;\(label.isHighlighted ? 103 : 107)m\(label.text)\u{1B}[0m".utf8)
    foreground = nil
    background = nil
  }

  /// The complete row, followed by a colour reset.
  consuming func finished() -> String {
    text.append(contentsOf: "\u{1B}[0m".utf8)
    return String(decoding: text, as: UTF8.self)
  }

  private func changes(foreground: TerminalPaint, background: TerminalPaint) -> Int {
    (isShown(foreground, by: self.foreground) ? 0 : 1)
      + (isShown(background, by: self.background) ? 0 : 1)
  }

  /// Whether the current colour is close enough to this one.
  private func isShown(_ paint: TerminalPaint, by current: TerminalPaint?) -> Bool {
    guard let current, paint != current, depth == .trueColour else { return paint == current }
    let difference = paint.channels(depth) &- current.channels(depth)
    let limit = SIMD4(repeating: Self.tolerance)
    return difference.clamped(lowerBound: 0 &- limit, upperBound: limit) == difference
  }

  /// - Parameter foreground: nil if it is not visible.
  private mutating func select(foreground: TerminalPaint?, background: TerminalPaint) {
    let newForeground = foreground.flatMap { isShown($0, by: self.foreground) ? nil : $0 }
    let newBackground = isShown(background, by: self.background) ? nil : background
    guard newForeground != nil || newBackground != nil else { return }
    text.append(0x1B)
    text.append(UInt8(ascii: "["))
    if let newForeground {
      append(newForeground, as: 38)
      self.foreground = newForeground
    }
    if newForeground != nil, newBackground != nil { text.append(UInt8(ascii: ";")) }
    if let newBackground {
      append(newBackground, as: 48)
      self.background = newBackground
    }
    text.append(UInt8(ascii: "m"))
  }

  private mutating func append(_ paint: TerminalPaint, as role: UInt32) {
    append(number: role)
    switch depth {
    case .trueColour:
      append(parameter: 2)
      append(parameter: paint.code >> 16)
      append(parameter: paint.code >> 8 & 255)
      append(parameter: paint.code & 255)
    case .palette256:
      append(parameter: 5)
      append(parameter: paint.code)
    }
  }

  private mutating func append(parameter: UInt32) {
    text.append(UInt8(ascii: ";"))
    append(number: parameter)
  }

  private mutating func append(number: UInt32) { text += Self.decimals[Int(number)] }

  private mutating func append(block inked: Int) {
    text.append(0xE2)
    text.append(0x96)
    text.append(Self.lastBytes[inked])
  }
}
