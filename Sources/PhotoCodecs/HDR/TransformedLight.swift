/// The light of a photo whose samples describe it themselves: PQ and HLG.
final class TransformedLight: LightSource {
  private let transform: HDRTransform
  private var luminances: [Float]

  /// - Parameter count: of a row's pixels.
  init(_ transform: HDRTransform, count: Int) {
    self.transform = transform
    luminances = [Float](repeating: 0, count: count)
  }

  func write(
    _ row: UnsafeRawPointer, _ words: UnsafeRawPointer?, index: Int, count: Int,
    to light: UnsafeMutablePointer<Float>
  ) {
    unsafe transform.luminances(of: row, into: &luminances)
    for x in 0..<count { unsafe light[Self.stride * x] = luminances[x] }
  }
}
