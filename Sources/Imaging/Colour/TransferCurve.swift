internal import Glibc
internal import ThreadPool

/// The function from stored samples to linear values.
package enum TransferCurve: Hashable, Sendable {
  case sRGB
  /// The linear value is the sample, 0 to 1, raised to this power: 1 divided by a PNG's gAMA.
  case power(Double)
  /// The inverse of the camera curve of ITU-R BT.709.
  case rec709
  /// A profile's own curve.
  case sampled(SampledCurve)
  /// One of the curves above, for samples in the narrow range of video, where black is 16 and white
  /// is 235 of 255. Samples beyond these are clipped.
  indirect case narrow(TransferCurve)

  /// The curve for a PNG's gAMA chunk; nil and implausible values count as sRGB.
  ///
  /// - Parameter gamma: the encoding gamma times 100,000; 45455, the usual rounding of 1/2.2,
  ///   stands for sRGB.
  package init(pngGamma gamma: Int?) {
    guard let gamma, (1_000...1_000_000).contains(gamma), !(45_400...45_500).contains(gamma) else {
      self = .sRGB
      return
    }
    self = .power(100_000 / Double(gamma))
  }

  /// The linear value, 0 to 1, for every value of an 8-bit or 16-bit sample.
  package func table(depth: SampleDepth) -> LookupTable<Float> {
    switch (self, depth) {
    case (.sRGB, .eight): Self.sRGB8
    case (.sRGB, .sixteen): Self.sRGB16
    case (.sampled(let curve), _): curve.table(depth: depth)
    case (.power, _), (.rec709, _), (.narrow, _): LookupTable(linearValues(depth: depth))
    }
  }

  private static let sRGB8 = LookupTable(TransferCurve.sRGB.linearValues(depth: .eight))
  private static let sRGB16 = LookupTable(TransferCurve.sRGB.linearValues(depth: .sixteen))

  package func linearValues(depth: SampleDepth) -> [Float] {
    switch self {
    case .sRGB: depth.fullRange.map { Float(SRGB.linear($0)) }
    case .power(let exponent): depth.fullRange.map { Float(pow($0, exponent)) }
    case .rec709:
      depth.fullRange.map { Float($0 < 0.081 ? $0 / 4.5 : pow(($0 + 0.099) / 1.099, 1 / 0.45)) }
    case .sampled(let curve): curve.linearValues(depth)
    case .narrow(let curve): Self.narrowed(curve.linearValues(depth: depth), depth)
    }
  }

  /// A table for samples in the narrow range, interpolated linearly between the entries of a table
  /// for the full range.
  private static func narrowed(_ values: [Float], _ depth: SampleDepth) -> [Float] {
    depth.narrowRange.map { sample in
      let place = sample * Double(depth.maxValue)
      let index = min(Int(place), depth.maxValue - 1)
      let part = Float(place - Double(index))
      return values[index] * (1 - part) + values[index + 1] * part
    }
  }
}

/// A curve that is evaluated elsewhere, such as one of an ICC profile; its tables are computed on
/// first use and shared.
package final class SampledCurve: Sendable {
  package let linearValues: @Sendable (SampleDepth) -> [Float]
  private let tables = Locked<[SampleDepth: LookupTable<Float>]>([:])

  package init(_ linearValues: @escaping @Sendable (SampleDepth) -> [Float]) {
    self.linearValues = linearValues
  }

  package func table(depth: SampleDepth) -> LookupTable<Float> {
    tables.withLock { tables in
      if let table = tables[depth] { return table }
      let table = LookupTable(linearValues(depth))
      tables[depth] = table
      return table
    }
  }
}

extension SampledCurve: Hashable {
  package static func == (left: SampledCurve, right: SampledCurve) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Bits per sample in a decoded row.
package enum SampleDepth: Sendable {
  case eight
  case sixteen

  package var maxValue: Int { self == .eight ? 255 : 65_535 }
  /// What each sample stands for if black is 0 and white is the largest sample: from 0 for black to
  /// 1 for white.
  package var fullRange: [Double] { (0...maxValue).map { Double($0) / Double(maxValue) } }
  /// What each sample stands for in the narrow range of ITU-R BT.709 and BT.2100: 0 for black and
  /// below it, 1 for white and above it.
  package var narrowRange: [Double] {
    let step = Double((maxValue + 1) / 256)
    return (0...maxValue).map { min(max((Double($0) / step - 16) / 219, 0), 1) }
  }
  /// Bytes of a pixel with four samples.
  package var bytesPerPixel: Int { self == .eight ? 4 : 8 }
}
