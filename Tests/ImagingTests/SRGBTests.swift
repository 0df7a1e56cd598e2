import Glibc
import Imaging
import Testing

@Suite struct SRGBTests {
  @Test func `the curve has the standard's values`() {
    #expect(SRGB.linear(0) == 0)
    #expect(abs(SRGB.linear(1) - 1) < 1e-12)
    #expect(abs(SRGB.linear(0.04045) - 0.003_130_8) < 1e-7)
    #expect(abs(SRGB.linear(0.5) - 0.214_041) < 1e-6)
    // Both branches meet.
    #expect(abs(SRGB.linear(0.04045) - SRGB.linear(0.040_450_01)) < 1e-7)
  }

  @Test func `every step of light has the nearest code`() {
    var wrong: [Int] = []
    for step in 0...SRGB.steps {
      let light = Double(step) / Double(SRGB.steps)
      let coded = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
      let code = unsafe Double(SRGB.codes.entries[step])
      if abs(code - coded * 255) > 0.5 + 1e-4 { wrong.append(step) }
    }
    #expect(wrong == [])
  }

  @Test func `a code's light leads back to the code`() {
    let linearValues = TransferCurve.sRGB.table(depth: .eight)
    for code in 0...255 {
      let step = unsafe Int(linearValues.entries[code] * Float(SRGB.steps) + 0.5)
      #expect(unsafe Int(SRGB.codes.entries[step]) == code)
    }
  }
}
