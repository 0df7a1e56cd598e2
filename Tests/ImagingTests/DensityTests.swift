import Testing

@testable import Imaging

@Suite struct DensityTests {
  @Test(
    arguments: [
      (20, 20), (19.9, nil), (4800, 4800), (4801, nil), (299.6, 300), (71.9, nil), (72, nil),
      (73, 73), (95, 95), (96, nil), (97, 97), (.infinity, nil), (.nan, nil),
    ] as [(Double, Int?)])
  func `a density counts unless it is a screen's, or no printer's`(stated: Double, dots: Int?) {
    #expect(Density(stated: stated)?.dotsPerInch == dots)
  }

  @Test func `a metre has 39.37 inches`() {
    #expect(Density(dotsPerInch: 300)?.dotsPerMetre == 11_811)
    #expect(Density(dotsPerInch: 65_535)?.dotsPerMetre == 2_580_118)
    #expect(Density(dotsPerInch: 0) == nil && Density(dotsPerInch: 65_536) == nil)
  }
}
