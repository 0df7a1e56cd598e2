import CResampling
import Testing

/// The sums of the resampling filters, in the order that their header promises: pixels don't depend on the processor.
@Suite struct ResamplingSumsTests {
  /// What this processor can compute with.
  static let instructions: [CResamplingInstructions] =
    cresampling_best_instructions() == .AVX2 ? [.baseline, .AVX2] : [.baseline]

  private static func values(_ count: Int, _ numbers: inout Numbers) -> [Float] {
    (0..<count).map { _ in Float(numbers.next(below: 1 << 24)) / 7_777_777 - 0.5 }
  }

  @Test(arguments: instructions, [3, 4])
  func `a pixel is the sum of the even source pixels and that of the odd ones`(
    instructions: CResamplingInstructions, channels: Int
  ) {
    var numbers = Numbers(seed: 1)
    let targets = 40
    let origin = 1000
    let maxTaps = 21
    let floats = 4 * channels
    let pixels = Self.values((targets + maxTaps) * floats, &numbers)
    let firsts = (0..<targets).map { Int32(origin + $0) }
    let counts = (0..<targets).map { Int32(1 + $0 % maxTaps) }
    let weights = Self.values(targets * maxTaps, &numbers)
    var sums = [Float](repeating: .nan, count: targets * floats)
    unsafe firsts.withUnsafeBufferPointer { firsts in
      unsafe counts.withUnsafeBufferPointer { counts in
        unsafe weights.withUnsafeBufferPointer { weights in
          var axis = unsafe CResamplingAxis(
            firsts: firsts.baseAddress, counts: counts.baseAddress, weights: weights.baseAddress, max_taps: maxTaps)
          unsafe cresampling_sum_across(instructions, &axis, Int32(channels), pixels, Int32(origin), 2, targets, &sums)
        }
      }
    }
    let isUntouched = sums.prefix(2 * floats).allSatisfy(\.isNaN)
    #expect(isUntouched, "pixels before the first were written")
    for target in 2..<targets {
      for lane in 0..<floats {
        var (even, odd) = (Float(0), Float(0))
        for tap in 0..<Int(counts[target]) {
          let product = pixels[(target + tap) * floats + lane] * weights[target * maxTaps + tap]
          if tap.isMultiple(of: 2) { even += product } else { odd += product }
        }
        #expect(sums[target * floats + lane].bitPattern == (even + odd).bitPattern, "\(target), \(lane)")
      }
    }
  }

  @Test(arguments: instructions, [1, 3, 6])
  func `a row is the sum of the strips, then of their lanes`(instructions: CResamplingInstructions, used: Int) {
    var numbers = Numbers(seed: UInt64(used))
    let strips = 6
    let count = 3 * CResamplingVectorsAtOnce
    let values = Self.values(strips * count * 4, &numbers)
    let weights = Self.values(used * 4, &numbers)
    for first in 0..<strips {
      var sums = [Float](repeating: .nan, count: count)
      unsafe cresampling_sum_down(instructions, values, strips, count, first, weights, used, &sums)
      for vector in 0..<count {
        var lanes = [Float](repeating: 0, count: 4)
        for place in 0..<used {
          for lane in 0..<4 {
            lanes[lane] += values[((first + place) % strips * count + vector) * 4 + lane] * weights[place * 4 + lane]
          }
        }
        let expected = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3])
        #expect(sums[vector].bitPattern == expected.bitPattern, "from \(first), vector \(vector)")
      }
    }
  }
}
