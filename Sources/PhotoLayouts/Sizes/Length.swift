internal import Imaging

/// A distance on the canvas.
package enum Length: Hashable, Sendable {
  case pixels(Double)
  /// A percentage of the canvas's shorter side.
  case percent(Double)
  /// A length on paper, as it was written: 2 mm, 9 pt.
  case paper(PaperLength)

  package static let zero = Length.pixels(0)

  /// The longest one on paper, a metre, in inches.
  private static let longestInches = 1000 / PaperUnit.millimetre.perInch

  /// In pixels.
  ///
  /// - Parameters:
  ///   - side: the canvas's short side in pixels.
  ///   - canvas: tells the dots per inch; where it isn't on paper, they are 300.
  package func pixels(onShortSide side: Int, of canvas: Canvas) -> Double {
    switch self {
    case .pixels(let pixels): pixels
    case .percent(let percent): Double(side) * percent / 100
    case .paper(let length):
      length.inches * Double(canvas.density?.dotsPerInch ?? PrintSize.defaultDensity)
    }
  }

  /// In points of 1/72 inch on a print, exactly.
  package func points(on print: PrintSize) -> Double {
    switch self {
    case .pixels(let pixels):
      pixels / Double(print.density.dotsPerInch) * PaperSize.pointsPerInch
    case .percent(let percent): print.paper.shortSide * percent / 100
    case .paper(let length): length.inches * PaperSize.pointsPerInch
    }
  }

  package func wholePixels(onShortSide side: Int, of canvas: Canvas) -> Int {
    Int(pixels(onShortSide: side, of: canvas).rounded())
  }

  /// `12`, `12px`, `1.5%`, `2mm`, `0.5cm`, `0.1in` or `9pt`, in any case; at most 100,000 pixels,
  /// 50 percent or a metre. Nil for any other text.
  package init?(_ text: String) {
    let text = text.lowercased()
    if let unit = PaperUnit(endOf: text[...]) {
      guard let length = PaperLength(unit.number(in: text[...]), unit),
        length.inches <= Self.longestInches
      else { return nil }
      self = .paper(length)
      return
    }
    let isPercent = text.hasSuffix("%")
    let unit = ["%", "px"].first { text.hasSuffix($0) } ?? ""
    let digits = text.dropLast(unit.count)
    guard let value = Double(decimal: String(digits)),
      (0...(isPercent ? 50 : 100_000)).contains(value)
    else {
      return nil
    }
    self = isPercent ? .percent(value) : .pixels(value)
  }

  package var isZero: Bool {
    switch self {
    case .pixels(let value), .percent(let value): value == 0
    case .paper(let length): length.inches == 0
    }
  }

  /// As a user would write it: "12", "1.5%" or "2mm".
  package var text: String {
    switch self {
    case .pixels(let pixels): pixels.shortText
    case .percent(let percent): "\(percent.shortText)%"
    case .paper(let length): length.text
    }
  }
}

/// A length in a unit of paper.
package struct PaperLength: Hashable, Sendable {
  private let value: Double
  private let unit: PaperUnit

  /// Nil unless the digits are a number from 0 on.
  init?(_ digits: Substring, _ unit: PaperUnit) {
    guard let value = Double(decimal: String(digits)), value.isFinite, value >= 0 else {
      return nil
    }
    self.value = value
    self.unit = unit
  }

  var inches: Double { value / unit.perInch }

  /// As a user would write it: "2mm".
  var text: String { value.shortText + unit.rawValue }
}

extension Double {
  /// A number as people write it: digits, maybe with a sign, a point or an exponent. Neither
  /// hexadecimal digits nor words such as "nan" are a number, and minus zero is zero.
  package init?(decimal text: String) {
    let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    guard isDecimal, let value = Double(text) else { return nil }
    self = value + 0
  }

  /// Without the fraction if it is a whole number: "12", "1.5".
  package var shortText: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}
