internal import Glibc

/// How stored samples stand for light.
package enum TransferCurve: Hashable, Sendable {
  case sRGB
  /// Light is the sample, 0 to 1, to this power: 1 over a PNG's gAMA.
  case power(Double)

  /// The curve that a PNG's gAMA chunk asks for; nil counts as sRGB, as does a value that can't be meant.
  ///
  /// - Parameter gamma: the encoding gamma times 100,000; 45455, the usual rounding of 1/2.2, stands for sRGB.
  init(pngGamma gamma: Int?) {
    guard let gamma, (1_000...1_000_000).contains(gamma), !(45_400...45_500).contains(gamma) else {
      self = .sRGB
      return
    }
    self = .power(100_000 / Double(gamma))
  }

  /// Linear light, 0 to 1, for every value of an 8-bit or 16-bit sample.
  func table(depth: SampleDepth) -> LookupTable<Float> {
    switch (self, depth) {
    case (.sRGB, .eight): Self.sRGB8
    case (.sRGB, .sixteen): Self.sRGB16
    case (.power, _): makeTable(depth: depth)
    }
  }

  private static let sRGB8 = TransferCurve.sRGB.makeTable(depth: .eight)
  private static let sRGB16 = TransferCurve.sRGB.makeTable(depth: .sixteen)

  private func makeTable(depth: SampleDepth) -> LookupTable<Float> {
    LookupTable(
      (0...depth.greatest).map { sample in
        let coded = Double(sample) / Double(depth.greatest)
        return switch self {
        case .sRGB: Float(SRGB.linear(coded))
        case .power(let exponent): Float(pow(coded, exponent))
        }
      })
  }
}

/// Bits of one sample in a decoded row.
enum SampleDepth: Sendable {
  case eight
  case sixteen

  var greatest: Int { self == .eight ? 255 : 65_535 }
  /// Of a pixel of four samples.
  var bytesPerPixel: Int { self == .eight ? 4 : 8 }
}
