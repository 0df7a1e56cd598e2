import CResampling
import Glibc
import Imaging
import Testing

@testable import PhotoCodecs

/// Light in 16 bits, and what becomes of it over a picture's pixels.
@Suite struct LightCodeTests {
  private static let lights: [Float] = [
    0, 1e-6, 0.001, 0.3, 1, 7.5, 4000, 1e6, 1e9, -0.001, -0.2, -5,
  ]

  private func gain(_ light: Float, over grey: UInt8, isWhole: Bool) -> [Double] {
    // Not a multiple of what is computed at once.
    let count = 7
    var codes = [Int16](repeating: 0, count: 2 * count)
    unsafe cresampling_code_light([Float](repeating: light, count: count), count, &codes, 2)
    var row = stride(from: 0, to: codes.count, by: 2).map { codes[$0] }
    let pixels = [UInt8](repeating: grey, count: 4 * count)
    unsafe cresampling_gains_over(
      pixels, count, Luminance.ofSamples(in: .sRGB).entries, isWhole, &row)
    return row.map { Double($0) / Double(CResamplingGainsPerStop) }
  }

  @Test(arguments: lights, [UInt8(0), 20, 128, 255])
  func `light becomes a gain over what is there`(_ light: Float, _ grey: UInt8) {
    let own = SRGB.linear(Double(grey) / 255)
    let most = 16_777_216.0
    func expected(_ shown: Double) -> Double {
      log2((max(shown, 0) + 1.0 / 64) / (own + 1.0 / 64))
    }
    let more = expected(own + min(Double(light), most))
    #expect(gain(light, over: grey, isWhole: false).allSatisfy { abs($0 - more) < 0.003 })
    let whole = expected(min(Double(light), most))
    #expect(gain(light, over: grey, isWhole: true).allSatisfy { abs($0 - whole) < 0.003 })
  }

  @Test func `the same light is no gain`() {
    for grey in [UInt8(0), 1, 77, 255] {
      #expect(gain(0, over: grey, isWhole: false) == [Double](repeating: 0, count: 7))
    }
  }
}
