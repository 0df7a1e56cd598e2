/// A 3x3 matrix for colours.
package struct Matrix3: Hashable, Sendable {
  /// The images of the three unit colours.
  package var columns: [SIMD3<Double>]

  package init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    columns = [first, second, third]
  }

  package static func diagonal(_ scale: SIMD3<Double>) -> Matrix3 {
    Matrix3(SIMD3(scale.x, 0, 0), SIMD3(0, scale.y, 0), SIMD3(0, 0, scale.z))
  }

  package static func * (matrix: Matrix3, colour: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns[0] * colour.x + matrix.columns[1] * colour.y + matrix.columns[2] * colour.z
  }

  package static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(left * right.columns[0], left * right.columns[1], left * right.columns[2])
  }

  /// Nil if the matrix is singular or not finite.
  package var inverse: Matrix3? {
    let (a, b, c) = (columns[0], columns[1], columns[2])
    let rows = [Self.cross(b, c), Self.cross(c, a), Self.cross(a, b)]
    let determinant = (a * rows[0]).sum()
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    return Matrix3(
      SIMD3(rows[0].x, rows[1].x, rows[2].x) / determinant,
      SIMD3(rows[0].y, rows[1].y, rows[2].y) / determinant,
      SIMD3(rows[0].z, rows[1].z, rows[2].z) / determinant)
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
