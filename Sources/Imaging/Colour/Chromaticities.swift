/// The CIE 1931 xy chromaticities of three primaries and white.
package struct Chromaticities: Hashable, Sendable {
  package var red: SIMD2<Double>
  package var green: SIMD2<Double>
  package var blue: SIMD2<Double>
  package var white: SIMD2<Double>

  package init(red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double>)
  {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
  }

  private static let d65 = SIMD2(0.3127, 0.3290)

  package static let rec709 = Chromaticities(
    red: SIMD2(0.640, 0.330), green: SIMD2(0.300, 0.600), blue: SIMD2(0.150, 0.060), white: d65)
  package static let displayP3 = Chromaticities(
    red: SIMD2(0.680, 0.320), green: SIMD2(0.265, 0.690), blue: SIMD2(0.150, 0.060), white: d65)

  /// From linear values to XYZ under D50, with Bradford adaptation as in ICC profiles; nil if there
  /// is no such matrix.
  package var toXYZ: Matrix3? {
    let primaries = Matrix3(Self.xyz(red), Self.xyz(green), Self.xyz(blue))
    let whiteXYZ = Self.xyz(white)
    guard let inverse = primaries.inverse, let toXYZ = Self.adaptation(from: whiteXYZ) else {
      return nil
    }
    let matrix = toXYZ * primaries * .diagonal(inverse * whiteXYZ)
    return matrix.inverse == nil ? nil : matrix
  }

  /// Each primary's share of white's luminance; nil if the primaries don't span a colour space.
  package var luminances: SIMD3<Double>? {
    Matrix3(Self.xyz(red), Self.xyz(green), Self.xyz(blue)).inverse.map { $0 * Self.xyz(white) }
  }

  /// The chromatic adaptation (Bradford) from a white point to D50.
  package static func adaptation(from white: SIMD3<Double>) -> Matrix3? {
    let cones = Matrix3(
      SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296)
    )
    return cones.inverse.map { $0 * .diagonal((cones * d50) / (cones * white)) * cones }
  }

  /// The white point of ICC's profile connection space.
  package static let d50 = SIMD3(0.9642, 1, 0.8249)

  /// XYZ of a chromaticity, with Y = 1.
  package static func xyz(_ point: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(point.x / point.y, 1, (1 - point.x - point.y) / point.y)
  }
}

extension Chromaticities {
  /// From ITU-T H.273, table 2; nil for numbers that stand for no primaries.
  package init?(codePoint: UInt8) {
    switch codePoint {
    case 1: self = .rec709
    case 4:
      self.init(
        red: SIMD2(0.67, 0.33), green: SIMD2(0.21, 0.71), blue: SIMD2(0.14, 0.08),
        white: SIMD2(0.310, 0.316))
    case 5:
      self.init(
        red: SIMD2(0.64, 0.33), green: SIMD2(0.29, 0.60), blue: SIMD2(0.15, 0.06), white: Self.d65)
    case 6, 7:
      self.init(
        red: SIMD2(0.630, 0.340), green: SIMD2(0.310, 0.595), blue: SIMD2(0.155, 0.070),
        white: Self.d65)
    case 8:
      self.init(
        red: SIMD2(0.681, 0.319), green: SIMD2(0.243, 0.692), blue: SIMD2(0.145, 0.049),
        white: SIMD2(0.310, 0.316))
    case 9:
      self.init(
        red: SIMD2(0.708, 0.292), green: SIMD2(0.170, 0.797), blue: SIMD2(0.131, 0.046),
        white: Self.d65)
    case 11:
      self.init(
        red: SIMD2(0.680, 0.320), green: SIMD2(0.265, 0.690), blue: SIMD2(0.150, 0.060),
        white: SIMD2(0.314, 0.351))
    case 12: self = .displayP3
    case 22:
      self.init(
        red: SIMD2(0.630, 0.340), green: SIMD2(0.295, 0.605), blue: SIMD2(0.155, 0.077),
        white: Self.d65)
    default: return nil
    }
  }
}
