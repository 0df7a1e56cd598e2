internal import Imaging

/// The light of a photo whose samples describe it themselves: PQ and HLG.
final class TransformedLight: LightSource {
  private let transform: HDRTransform
  private var luminances: [Float]
  private let shares: SIMD3<Float>
  private let isWhole: Bool
  private let linears = TransferCurve.sRGB.table(depth: .sixteen)

  /// - Parameters:
  ///   - count: of a row's pixels.
  ///   - isWhole: whether to make all light, not only what is more than is shown without HDR.
  ///   - target: the collage's colours, to which words are converted.
  init(_ transform: HDRTransform, count: Int, isWhole: Bool, for target: ColourSpace) {
    self.isWhole = isWhole
    self.transform = transform
    luminances = [Float](repeating: 0, count: count)
    shares = SIMD3<Float>(Luminance.shares(of: target.rgb))
  }

  func write(
    _ row: UnsafeRawPointer, _ words: UnsafeRawPointer?, index: Int, count: Int,
    to light: UnsafeMutablePointer<Float>
  ) {
    guard let words = unsafe words?.assumingMemoryBound(to: UInt16.self) else {
      preconditionFailure("PQ and HLG are converted before they are resampled")
    }
    unsafe transform.luminances(of: row, into: &luminances)
    for x in 0..<count {
      let pixel = unsafe words + 4 * x
      // What is shown without HDR: tone-mapped and clipped.
      let own = unsafe SIMD3(
        linears.entries[Int(pixel[0])], linears.entries[Int(pixel[1])],
        linears.entries[Int(pixel[2])])
      let more = luminances[x] - (isWhole ? 0 : (own * shares).sum())
      unsafe light[Self.stride * x] = more * Float(pixel[3]) / 65_535
    }
  }
}
