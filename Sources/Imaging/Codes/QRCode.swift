/// A QR code of a text (ISO/IEC 18004), which phones read from a print or a screen.
package struct QRCode: Hashable, Sendable {
  /// How many light modules around it a reader needs.
  package static let quietModules = 4

  /// Its modules a side, without the quiet ones.
  package let side: Int
  /// Row by row; whether they are dark.
  private var modules: [Bool]
  /// Those that are the same for every text.
  private var isFixed: [Bool]

  /// Nil if the text is longer than 412 bytes.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    guard let (version, words) = QRWords.words(of: bytes, isASCII: isASCII) else { return nil }
    side = version.side
    modules = Array(repeating: false, count: side * side)
    isFixed = modules
    drawPatterns(of: version)
    drawFormat(mask: 0)
    draw(words)
    let masked = (0..<8).map { mask in
      var code = self
      code.invert(where: mask)
      code.drawFormat(mask: mask)
      return (modules: code.modules, penalty: code.penalty)
    }
    if let easiest = masked.min(by: { $0.penalty < $1.penalty }) { modules = easiest.modules }
  }

  /// Whether a module is dark.
  package subscript(x: Int, y: Int) -> Bool { modules[y * side + x] }

  private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
    modules[y * side + x] = isDark
    isFixed[y * side + x] = true
  }
}

// What is the same for all texts of a version.
extension QRCode {
  private mutating func drawPatterns(of version: QRVersion) {
    for place in 0..<side {
      fix(6, place, place % 2 == 0)
      fix(place, 6, place % 2 == 0)
    }
    for (x, y) in [(3, 3), (side - 4, 3), (3, side - 4)] { drawFinder(x, y) }
    let places = version.alignment
    for x in places {
      for y in places {
        let isAtFinder =
          x == 6 && y == 6 || x == 6 && y == side - 7 || x == side - 7 && y == 6
        if !isAtFinder { drawAlignment(x, y) }
      }
    }
    if version.namesVersion { drawVersion(version.number) }
  }

  /// With the light modules around it.
  private mutating func drawFinder(_ centreX: Int, _ centreY: Int) {
    for down in -4...4 {
      for across in -4...4 {
        let (x, y) = (centreX + across, centreY + down)
        guard (0..<side).contains(x), (0..<side).contains(y) else { continue }
        let ring = max(abs(across), abs(down))
        fix(x, y, ring != 2 && ring != 4)
      }
    }
  }

  private mutating func drawAlignment(_ centreX: Int, _ centreY: Int) {
    for down in -2...2 {
      for across in -2...2 {
        fix(centreX + across, centreY + down, max(abs(across), abs(down)) != 1)
      }
    }
  }

  /// Twice, with 12 bits by which a reader corrects errors.
  private mutating func drawVersion(_ number: Int) {
    let bits = number << 12 | Self.remainder(of: number, bits: 12, by: 0x1F25)
    for bit in 0..<18 {
      let isDark = bits >> bit & 1 == 1
      fix(side - 11 + bit % 3, bit / 3, isDark)
      fix(bit / 3, side - 11 + bit % 3, isDark)
    }
  }

  /// The level of error correction, which is 0 for M, and the mask: twice, with 10 bits by which a
  /// reader corrects errors.
  private mutating func drawFormat(mask: Int) {
    let bits = (mask << 10 | Self.remainder(of: mask, bits: 10, by: 0x537)) ^ 0x5412
    func isDark(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
    for bit in 0..<6 { fix(8, bit, isDark(bit)) }
    fix(8, 7, isDark(6))
    fix(8, 8, isDark(7))
    fix(7, 8, isDark(8))
    for bit in 9..<15 { fix(14 - bit, 8, isDark(bit)) }
    for bit in 0..<8 { fix(side - 1 - bit, 8, isDark(bit)) }
    for bit in 8..<15 { fix(8, side - 15 + bit, isDark(bit)) }
    fix(8, side - 8, true)
  }

  /// Of a division of polynomials whose coefficients are bits.
  private static func remainder(of value: Int, bits: Int, by divisor: Int) -> Int {
    (0..<bits).reduce(value) { rest, _ in rest << 1 ^ (rest >> (bits - 1)) * divisor }
  }
}

// What the text decides.
extension QRCode {
  /// In pairs of columns from the right, up and down in turn.
  private mutating func draw(_ words: [UInt8]) {
    var bit = 0
    // The timing pattern's column is left out.
    let columns = Array(stride(from: side - 1, to: 6, by: -2)) + [5, 3, 1]
    for (pair, right) in columns.enumerated() {
      for step in 0..<side {
        let y = pair % 2 == 0 ? side - 1 - step : step
        for x in [right, right - 1] where !isFixed[y * side + x] {
          guard bit < words.count * 8 else { return }
          modules[y * side + x] = words[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
          bit += 1
        }
      }
    }
  }

  private mutating func invert(where mask: Int) {
    for y in 0..<side {
      for x in 0..<side where !isFixed[y * side + x] && Self.inverts(mask, x, y) {
        modules[y * side + x].toggle()
      }
    }
  }

  private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
    let value =
      switch mask {
      case 0: (x + y) % 2
      case 1: y % 2
      case 2: x % 3
      case 3: (x + y) % 3
      case 4: (x / 3 + y / 2) % 2
      case 5: x * y % 2 + x * y % 3
      case 6: (x * y % 2 + x * y % 3) % 2
      default: ((x + y) % 2 + x * y % 3) % 2
      }
    return value == 0
  }
}

// How hard a mask makes the code to read.
extension QRCode {
  private var penalty: Int {
    let lines = 0..<side
    let ofLines = lines.map { line in
      Self.penalty(of: lines.map { self[$0, line] })
        + Self.penalty(of: lines.map { self[line, $0] })
    }
    let dark = modules.count { $0 }
    let total = side * side
    // 10 for every 5 percent more or less than half.
    let imbalance = abs(dark * 20 - total * 10) / total * 10
    return ofLines.reduce(0, +) + squares * 3 + imbalance
  }

  /// How many squares of four modules have one colour.
  private var squares: Int {
    (0..<side - 1).map { y in
      (0..<side - 1).count { x in
        let first = self[x, y]
        return self[x + 1, y] == first && self[x, y + 1] == first && self[x + 1, y + 1] == first
      }
    }.reduce(0, +)
  }

  /// What looks like a finder pattern, with its light modules on either side.
  private static let finders: [[Bool]] = {
    let finder = [true, false, true, true, true, false, true]
    let quiet = Array(repeating: false, count: 4)
    return [finder + quiet, quiet + finder]
  }()

  /// For long runs of one colour, and for what looks like a finder pattern.
  private static func penalty(of line: [Bool]) -> Int {
    var penalty = 0
    var run = 0
    for (place, module) in line.enumerated() {
      run = place > 0 && line[place - 1] == module ? run + 1 : 1
      penalty += run == 5 ? 3 : run > 5 ? 1 : 0
      let end = line[place...].prefix(11)
      if finders.contains(where: { end.elementsEqual($0) }) { penalty += 40 }
    }
    return penalty
  }
}
