/// An opaque sRGB colour, eight bits a channel.
package struct Colour: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  private static let names: [String: UInt32] = [
    "black": 0x000000, "silver": 0xC0C0C0, "gray": 0x808080, "grey": 0x808080, "white": 0xFFFFFF,
    "maroon": 0x800000, "red": 0xFF0000, "purple": 0x800080, "fuchsia": 0xFF00FF, "green": 0x008000,
    "lime": 0x00FF00, "olive": 0x808000, "yellow": 0xFFFF00, "navy": 0x000080, "blue": 0x0000FF,
    "teal": 0x008080, "aqua": 0x00FFFF,
  ]

  /// `#rgb`, `#rrggbb`, or one of the sixteen basic colour names of CSS; nil for any other text.
  package init?(_ text: String) {
    let text = text.lowercased()
    if let value = Self.names[text] {
      self.init(value)
      return
    }
    var digits = text.dropFirst().map(String.init)
    guard text.hasPrefix("#"), digits.count == 3 || digits.count == 6 else { return nil }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.allSatisfy({ $0.first!.isHexDigit }), let value = UInt32(digits.joined(), radix: 16) else {
      return nil
    }
    self.init(value)
  }

  private init(_ value: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }

  package static let white = Colour(red: 255, green: 255, blue: 255)
}
