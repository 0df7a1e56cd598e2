internal import PhotoCodecs

/// A colour under way, as it will be seen: 0 to 1 a channel, beyond that too bright to show.
struct Light {
  var red: Float
  var green: Float
  var blue: Float

  init(_ red: Float, _ green: Float, _ blue: Float) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// 0xRRGGBB.
  init(_ hexadecimal: UInt32) {
    self.init(
      Float(hexadecimal >> 16 & 0xFF) / 255, Float(hexadecimal >> 8 & 0xFF) / 255,
      Float(hexadecimal & 0xFF) / 255)
  }

  @inline(__always)
  static func + (a: Light, b: Light) -> Light { Light(a.red + b.red, a.green + b.green, a.blue + b.blue) }

  @inline(__always)
  static func * (a: Light, factor: Float) -> Light {
    Light(a.red * factor, a.green * factor, a.blue * factor)
  }

  /// This at 0, `other` at 1.
  @inline(__always)
  func mixed(with other: Light, _ share: Float) -> Light {
    Light(
      red + (other.red - red) * share, green + (other.green - green) * share,
      blue + (other.blue - blue) * share)
  }

  /// In eight bits a channel, with something added to each before rounding.
  @inline(__always)
  func colour(adding noise: Light) -> Colour {
    @inline(__always) func eightBits(_ value: Float) -> UInt8 { UInt8(value.clamped * 255 + 0.5) }
    return Colour(
      red: eightBits(red + noise.red), green: eightBits(green + noise.green),
      blue: eightBits(blue + noise.blue))
  }
}
