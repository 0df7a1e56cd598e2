/// A distance on the canvas.
package enum Length: Hashable, Sendable {
  case pixels(Double)
  /// A percentage of the canvas's shorter side.
  case percent(Double)

  package static let zero = Length.pixels(0)

  /// In pixels, on a canvas with this short side.
  package func pixels(onShortSide side: Int) -> Double {
    switch self {
    case .pixels(let pixels): pixels
    case .percent(let percent): Double(side) * percent / 100
    }
  }

  package func wholePixels(onShortSide side: Int) -> Int {
    Int(pixels(onShortSide: side).rounded())
  }

  /// `12`, `12px` or `1.5%`, at most 100,000 pixels or 50 percent; nil for any other text.
  package init?(_ text: String) {
    let isPercent = text.hasSuffix("%")
    let digits = isPercent ? text.dropLast() : text.hasSuffix("px") ? text.dropLast(2) : text[...]
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
    }
  }

  /// As a user would write it: "12" or "1.5%".
  package var text: String {
    switch self {
    case .pixels(let pixels): pixels.shortText
    case .percent(let percent): "\(percent.shortText)%"
    }
  }
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
