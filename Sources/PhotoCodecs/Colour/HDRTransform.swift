internal import Glibc
internal import Imaging

/// Converts high dynamic range samples to a collage's colours.
///
/// First to a display's linear values, where 1 is standard (SDR) white; then tone-mapped above
/// that; then converted to the target's primaries. Colours outside the target's gamut are clipped.
struct HDRTransform: SampleTransform, Sendable {
  private let depth: SampleDepth
  private let linearValues: LookupTable<Float>
  private let words = SRGB.words
  /// The factor that makes standard (SDR) white 1 in the values of `linearValues`.
  private let scale: Float
  /// Each primary's share of the scene's luminance (HLG); nil if samples already describe a display
  /// (PQ).
  private let luminances: SIMD3<Float>?
  private let toneMap: ToneMap
  /// What each source channel contributes to the target's channels.
  private let red: SIMD3<Float>
  private let green: SIMD3<Float>
  private let blue: SIMD3<Float>
  /// What each source channel contributes to the luminance in the target's space.
  private let luminanceWeights: SIMD3<Float>

  init(from source: HDRSpace, to target: ColourSpace, depth: SampleDepth) {
    self.depth = depth
    linearValues = source.curve.table(depth: depth, isFullRange: source.isFullRange)
    toneMap = ToneMap(peak: source.peak)
    switch source.curve {
    case .pq:
      scale = Float(1 / ToneMap.white)
      luminances = nil
    case .hlg:
      scale = Float(HLG.peak / ToneMap.white)
      luminances = SIMD3<Float>(source.luminances)
    }
    guard let inverse = target.rgb.toXYZ.inverse else {
      preconditionFailure("a collage's space spans colours")
    }
    let matrix = (inverse * source.toXYZ).columns.map { SIMD3<Float>($0) }
    red = matrix[0]
    green = matrix[1]
    blue = matrix[2]
    let weights = target.luminances
    luminanceWeights = SIMD3(
      (matrix[0] * weights).sum(), (matrix[1] * weights).sum(), (matrix[2] * weights).sum())
  }

  /// Computes the linear luminance of each pixel of a row, four samples each, relative to standard
  /// (SDR) white: not tone-mapped, so above 1 where the photo is brighter than that. Thread-safe.
  ///
  /// - Parameter values: set to the luminances in the target's primaries, 0 or more; as many as
  ///   there are in `row`.
  func luminances(of row: UnsafeRawPointer, into values: inout [Float]) {
    switch depth {
    case .eight:
      let samples = unsafe row.assumingMemoryBound(to: UInt8.self)
      for pixel in values.indices { values[pixel] = unsafe luminance(samples + 4 * pixel) }
    case .sixteen:
      let samples = unsafe row.assumingMemoryBound(to: UInt16.self)
      for pixel in values.indices { values[pixel] = unsafe luminance(samples + 4 * pixel) }
    }
  }

  @inline(__always) private func luminance<Sample: FixedWidthInteger>(
    _ samples: UnsafePointer<Sample>
  ) -> Float {
    max((unsafe displayed(samples) * luminanceWeights).sum(), 0)
  }

  /// A pixel's linear values on a display, in the source's primaries; standard (SDR) white is 1.
  @inline(__always) private func displayed<Sample: FixedWidthInteger>(
    _ samples: UnsafePointer<Sample>
  ) -> SIMD3<Float> {
    let table = unsafe linearValues.entries
    var linear =
      unsafe SIMD3(table[Int(samples[0])], table[Int(samples[1])], table[Int(samples[2])]) * scale
    // HLG's OOTF: a display shows bright parts of the scene brighter than in proportion.
    if let luminances { linear *= powf((linear * luminances).sum() / scale, Float(HLG.gamma - 1)) }
    return linear
  }

  func apply(_ row: UnsafeRawPointer, to words: inout [UInt16]) {
    let count = words.count / 4
    switch depth {
    case .eight:
      let samples = unsafe row.assumingMemoryBound(to: UInt8.self)
      for pixel in 0..<count {
        unsafe set(pixel, of: &words, samples + 4 * pixel)
        words[4 * pixel + 3] = unsafe UInt16(samples[4 * pixel + 3]) * 257
      }
    case .sixteen:
      let samples = unsafe row.assumingMemoryBound(to: UInt16.self)
      for pixel in 0..<count {
        unsafe set(pixel, of: &words, samples + 4 * pixel)
        words[4 * pixel + 3] = unsafe samples[4 * pixel + 3]
      }
    }
  }

  @inline(__always) private func set<Sample: FixedWidthInteger>(
    _ pixel: Int, of words: inout [UInt16], _ samples: UnsafePointer<Sample>
  ) {
    var linear = unsafe displayed(samples)
    linear *= toneMap.gain(linear.max())
    let mixed = red * linear.x + green * linear.y + blue * linear.z
    let coded = unsafe self.words.entries
    for channel in 0..<3 {
      let step = Int(min(max(mixed[channel], 0), 1) * 65_535 + 0.5)
      unsafe words[4 * pixel + channel] = coded[step]
    }
  }
}
