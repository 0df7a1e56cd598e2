import Imaging
import Testing

@Suite struct TransferCurveTests {
  @Test(arguments: [
    (Int?.none, TransferCurve.sRGB),
    // The usual roundings of 1/2.2.
    (45_455, .sRGB), (45_454, .sRGB), (45_400, .sRGB), (45_500, .sRGB),
    (45_399, .power(100_000 / 45_399.0)), (45_501, .power(100_000 / 45_501.0)),
    (100_000, .power(1)), (50_000, .power(2)), (1_000, .power(100)), (1_000_000, .power(0.1)),
    // Nobody can mean these.
    (0, .sRGB), (1, .sRGB), (999, .sRGB), (1_000_001, .sRGB), (4_294_967_295, .sRGB),
  ])
  func `a PNG's gamma gives a curve`(gamma: Int?, curve: TransferCurve) {
    #expect(TransferCurve(pngGamma: gamma) == curve)
  }

  @Test(arguments: [TransferCurve.sRGB, .power(1), .power(2.2), .power(0.5)])
  func `light rises from nothing to all`(curve: TransferCurve) {
    for depth in [SampleDepth.eight, .sixteen] {
      let table = curve.table(depth: depth)
      #expect(unsafe table.entries[0] == 0)
      #expect(unsafe table.entries[depth.maxValue] == 1)
      #expect((1...depth.maxValue).allSatisfy { unsafe table.entries[$0] >= table.entries[$0 - 1] })
    }
  }

  @Test func `a power curve is the sample to that power`() {
    let table = TransferCurve.power(2).table(depth: .sixteen)
    #expect(unsafe abs(table.entries[16_384] - 0.0625) < 1e-5)
  }
}
