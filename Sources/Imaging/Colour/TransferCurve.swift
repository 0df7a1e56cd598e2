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

  /// The curve for a PNG's gAMA chunk; nil and implausible values count as sRGB.
  ///
  /// - Parameter gamma: the encoding gamma times 100,000; 45455, the usual rounding of 1/2.2, stands for sRGB.
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
    case (.power, _), (.rec709, _): LookupTable(linearValues(depth: depth))
    }
  }

  private static let sRGB8 = LookupTable(TransferCurve.sRGB.linearValues(depth: .eight))
  private static let sRGB16 = LookupTable(TransferCurve.sRGB.linearValues(depth: .sixteen))

  package func linearValues(depth: SampleDepth) -> [Float] {
    let linear: (Double) -> Double
    switch self {
    case .sRGB: linear = SRGB.linear
    case .power(let exponent): linear = { pow($0, exponent) }
    case .rec709: linear = { $0 < 0.081 ? $0 / 4.5 : pow(($0 + 0.099) / 1.099, 1 / 0.45) }
    case .sampled(let curve): return curve.linearValues(depth)
    }
    return (0...depth.maxValue).map { Float(linear(Double($0) / Double(depth.maxValue))) }
  }
}

/// A curve that is evaluated elsewhere; its tables are computed on first use and shared.
package final class SampledCurve: Sendable {
  package let linearValues: @Sendable (SampleDepth) -> [Float]
  private let tables = Locked<[SampleDepth: LookupTable<Float>]>([:])

  package init(_ linearValues: @escaping @Sendable (SampleDepth) -> [Float]) { self.linearValues = linearValues }

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
  /// For a pixel of four samples.
  package var bytesPerPixel: Int { self == .eight ? 4 : 8 }
}
