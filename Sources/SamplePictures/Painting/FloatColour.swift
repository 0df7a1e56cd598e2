internal import PhotoCodecs

/// A colour with floating-point channels, coded in sRGB: 0 to 1; brighter values are clipped when it is converted.
struct FloatColour {
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
  static func + (a: FloatColour, b: FloatColour) -> FloatColour {
    FloatColour(a.red + b.red, a.green + b.green, a.blue + b.blue)
  }

  @inline(__always)
  static func * (a: FloatColour, factor: Float) -> FloatColour {
    FloatColour(a.red * factor, a.green * factor, a.blue * factor)
  }

  /// A mixture: this colour if `share` is 0, `other` if it is 1.
  @inline(__always)
  func mixed(with other: FloatColour, _ share: Float) -> FloatColour {
    FloatColour(
      red + (other.red - red) * share, green + (other.green - green) * share,
      blue + (other.blue - blue) * share)
  }

  /// The colour with 8 bits per channel. `noise` is added before rounding.
  @inline(__always)
  func colour(adding noise: FloatColour) -> Colour {
    @inline(__always) func eightBits(_ value: Float) -> UInt8 { UInt8(value.clamped * 255 + 0.5) }
    return Colour(
      red: eightBits(red + noise.red), green: eightBits(green + noise.green),
      blue: eightBits(blue + noise.blue))
  }
}

/// A colour gradient with several stops.
struct Gradient {
  private let stops: [(place: Float, colour: FloatColour)]

  /// - Parameter stops: in ascending order; 0xRRGGBB.
  init(_ stops: (Float, UInt32)...) {
    self.stops = stops.map { ($0.0, FloatColour($0.1)) }
  }

  /// The interpolated colour; outside of the stops, that of the nearest stop.
  func colour(at place: Float) -> FloatColour {
    guard let next = stops.firstIndex(where: { $0.place > place }) else {
      return stops[stops.count - 1].colour
    }
    guard next > 0 else { return stops[0].colour }
    let (from, to) = (stops[next - 1], stops[next])
    return from.colour.mixed(with: to.colour, (place - from.place) / (to.place - from.place))
  }
}
