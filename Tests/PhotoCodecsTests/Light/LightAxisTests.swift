import Testing

@testable import PhotoCodecs

/// Which source pixels' light a target pixel has.
@Suite struct LightAxisTests {
  @Test func `an enlarged photo has whole pixels, and half of two where they are equally near`() {
    // The middles of the target pixels lie at 1/3, 2/3, 1, 4/3, 5/3 and 2.
    for rounding in [-1e-9, 0, 1e-9] {
      let axis = LightAxis(start: 1.0 / 6 + rounding, length: 2, available: 0..<4, count: 6)
      #expect(axis.firsts == [0, 0, 0, 1, 1, 1])
      #expect(axis.counts == [1, 1, 2, 1, 1, 2])
      #expect(axis.stride == 2)
      #expect(axis.weights == [1, 0, 1, 0, 0.5, 0.5, 1, 0, 1, 0, 0.5, 0.5])
    }
  }

  @Test func `beyond the source its edge is repeated`() {
    let axis = LightAxis(start: -1, length: 4, available: 0..<2, count: 8)
    #expect(axis.firsts == [0, 0, 0, 0, 1, 1, 1, 1])
    #expect(axis.counts.allSatisfy { $0 == 1 } && axis.weights.allSatisfy { $0 == 1 })
  }

  @Test func `a reduced photo has the mean of those around`() {
    let axis = LightAxis(start: 0, length: 8, available: 0..<8, count: 4)
    for target in 0..<4 {
      let weights = axis.weights[target * axis.stride..<(target + 1) * axis.stride]
      #expect(abs(weights.reduce(0, +) - 1) < 1e-6)
    }
    #expect(axis.firsts[1] <= 1 && axis.firsts[1] + axis.counts[1] >= 5)
  }
}
