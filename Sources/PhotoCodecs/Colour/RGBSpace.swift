/// Three channels, each with its curve, and the colours that their light makes.
package struct RGBSpace: Hashable, Sendable {
  /// Of red, green and blue.
  let curves: [TransferCurve]
  /// From linear light to XYZ under D50.
  let toXYZ: Matrix3

  package static let sRGB = RGBSpace(.sRGB, .rec709)!
  static let displayP3 = RGBSpace(.sRGB, .displayP3)!

  init(curves: [TransferCurve], toXYZ: Matrix3) {
    precondition(curves.count == 3)
    self.curves = curves
    self.toXYZ = toXYZ
  }

  /// Nil for primaries that span no colours.
  init?(_ curve: TransferCurve, _ primaries: Chromaticities) {
    guard let toXYZ = primaries.toXYZ else { return nil }
    self.init(curves: [curve, curve, curve], toXYZ: toXYZ)
  }

  /// From linear light here to linear light there; nil when nothing changes.
  func lightMatrix(to other: RGBSpace) -> Matrix3? {
    toXYZ == other.toXYZ ? nil : other.toXYZ.inverse.map { $0 * toXYZ }
  }

  /// The same, or sRGB where no colour of eight bits would change by more than one step: many a profile is only another
  /// way to write sRGB, and sRGB costs nothing.
  var simplified: RGBSpace {
    guard let matrix = lightMatrix(to: .sRGB) else { return self }
    let linearValues = curves.map { $0.linearValues(depth: .eight) }
    let isNear = { (codes: SIMD3<Int>) in
      let light =
        matrix
        * SIMD3(
          Double(linearValues[0][codes.x]), Double(linearValues[1][codes.y]), Double(linearValues[2][codes.z]))
      return (0..<3).allSatisfy { abs(SRGB.coded(light[$0]) * 255 - Double(codes[$0])) <= 1 }
    }
    guard (0...255).allSatisfy({ isNear(SIMD3(repeating: $0)) }) else { return self }
    let levels = Array(stride(from: 0, through: 255, by: 51))
    for red in levels {
      for green in levels {
        for blue in levels where !isNear(SIMD3(red, green, blue)) { return self }
      }
    }
    return .sRGB
  }
}
