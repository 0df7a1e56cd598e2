/// An RGB colour space: a transfer curve per channel and the matrix to XYZ.
package struct RGBSpace: Hashable, Sendable {
  /// From coded to linear values; one each for red, green and blue.
  package let curves: [TransferCurve]
  /// From linear values to XYZ under D50.
  package let toXYZ: Matrix3

  package static let sRGB = RGBSpace(.sRGB, .rec709)!
  package static let displayP3 = RGBSpace(.sRGB, .displayP3)!

  package init(curves: [TransferCurve], toXYZ: Matrix3) {
    precondition(curves.count == 3)
    self.curves = curves
    self.toXYZ = toXYZ
  }

  /// Nil if the primaries don't span a colour space.
  package init?(_ curve: TransferCurve, _ primaries: Chromaticities) {
    guard let toXYZ = primaries.toXYZ else { return nil }
    self.init(curves: [curve, curve, curve], toXYZ: toXYZ)
  }

  /// The matrix from this space's linear values to the other's; nil if nothing changes.
  package func linearMatrix(to other: RGBSpace) -> Matrix3? {
    toXYZ == other.toXYZ ? nil : other.toXYZ.inverse.map { $0 * toXYZ }
  }

  /// This space, or sRGB if no 8-bit code would differ by more than 1: many profiles are just
  /// another description of sRGB, which needs no conversion.
  package var simplified: RGBSpace {
    guard let matrix = linearMatrix(to: .sRGB) else { return self }
    let linearValues = curves.map { $0.linearValues(depth: .eight) }
    let isNear = { (codes: SIMD3<Int>) in
      let linear =
        matrix
        * SIMD3(
          Double(linearValues[0][codes.x]), Double(linearValues[1][codes.y]),
          Double(linearValues[2][codes.z]))
      return (0..<3).allSatisfy { abs(SRGB.coded(linear[$0]) * 255 - Double(codes[$0])) <= 1 }
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
