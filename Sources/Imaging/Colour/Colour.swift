/// An sRGB colour, 8 bits per channel.
package struct Colour: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8
  /// 255 is opaque, 0 is fully transparent; the other channels are not premultiplied.
  package let alpha: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, a colour name of CSS, or `transparent`; nil for any
  /// other text.
  package init?(_ text: String) {
    let text = text.lowercased()
    if let value = ColourNames.values[text] {
      self.init(rgba: value << 8 | 0xFF)
      return
    }
    if text == "transparent" {
      self = .transparent
      return
    }
    var digits = text.dropFirst().map(String.init)
    guard text.hasPrefix("#"), [3, 4, 6, 8].contains(digits.count) else { return nil }
    if digits.count < 6 { digits = digits.flatMap { [$0, $0] } }
    if digits.count == 6 { digits += ["f", "f"] }
    guard digits.allSatisfy({ $0.first!.isHexDigit }),
      let value = UInt32(digits.joined(), radix: 16)
    else {
      return nil
    }
    self.init(rgba: value)
  }

  private init(rgba value: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 24), green: UInt8(truncatingIfNeeded: value >> 16),
      blue: UInt8(truncatingIfNeeded: value >> 8), alpha: UInt8(truncatingIfNeeded: value))
  }

  package var isOpaque: Bool { alpha == 255 }

  package static let white = Colour(red: 255, green: 255, blue: 255)
  package static let black = Colour(red: 0, green: 0, blue: 0)
  package static let transparent = Colour(red: 0, green: 0, blue: 0, alpha: 0)
}

extension Colour {
  /// `transparent`, or its shortest name in CSS; nil if it has none.
  package var name: String? {
    if self == .transparent { return "transparent" }
    guard isOpaque else { return nil }
    let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    return ColourNames.values.filter { $0.value == value }.keys
      .min { ($0.count, $0) < ($1.count, $1) }
  }

  /// The colour names of CSS, sorted.
  package static var names: [String] { ColourNames.values.keys.sorted() }
}
