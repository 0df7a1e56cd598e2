internal import CResampling
internal import Glibc

/// The transfer function of IEC 61966-2-1 and tables for its inverse.
package enum SRGB {
  /// The linear value, 0 to 1, for a coded value from 0 to 1.
  package static func linear(_ coded: Double) -> Double {
    coded <= 0.04045 ? coded / 12.92 : pow((coded + 0.055) / 1.055, 2.4)
  }

  /// The coded value, 0 to 1, for a linear value, which is clamped to 0...1.
  package static func coded(_ linear: Double) -> Double {
    let linear = min(max(linear, 0), 1)
    return linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }

  /// The linear values of 8-bit codes.
  package static let linears = LookupTable((0...255).map { linear(Double($0) / 255) })

  /// The nearest 8-bit code for each linear value, in units of 1/`steps`. A unit changes the code
  /// by less than 0.13 everywhere.
  package static let codes = LookupTable<UInt8>(
    (0...255).reduce(into: []) { codes, code in
      // The largest linear value that is nearer to this code than to the next one.
      let border =
        code == 255
        ? steps : Int((linear((Double(code) + 0.5) / 255) * Double(steps)).rounded(.down))
      codes.append(contentsOf: repeatElement(UInt8(code), count: border + 1 - codes.count))
    })

  /// The linear value 1 in the units of `codes`: the same as the resampler's white.
  package static let steps = Int(CResamplingWhite)

  /// The 16-bit code for each linear value, in units of 1/65,535.
  package static let words = LookupTable<UInt16>(
    (0...65_535).map { UInt16((coded(Double($0) / 65_535) * 65_535).rounded()) })
}
