import CResampling
import TestSupport
import Testing

/// The sums of the resampling filters: whole numbers, so pixels don't depend on the processor.
@Suite struct ResamplingSumsTests {
  /// What this processor can compute with.
  static let instructions = [CResamplingInstructions.baseline, .AVX2, .AVX512].filter {
    $0.rawValue <= cresampling_best_instructions().rawValue
  }

  /// As large as linear values and weights of sharp filters get, of either sign.
  private static func values(_ count: Int, _ numbers: inout Numbers) -> [Int16] {
    (0..<count).map { _ in Int16(numbers.next(below: 1 << 14)) - (1 << 13) }
  }

  private static func rounded(_ sum: Int, _ limits: ClosedRange<Int>) -> Int16 {
    let shifted = (sum + Int(CResamplingWeightSum) / 2) >> 14
    return Int16(min(max(shifted, limits.lowerBound), limits.upperBound))
  }

  @Test(arguments: instructions, [3, 4])
  func `a pixel is the sum of its source pixels`(
    instructions: CResamplingInstructions, channels: Int
  ) {
    var numbers = Numbers(seed: 1)
    let (targets, maxPairs, rows) = (40, 12, Int(CResamplingRowsPerStrip))
    let stride = (targets + maxPairs) * Int(CResamplingPairValues)
    let strip = Self.values(rows * stride, &numbers)
    let firsts = (0..<targets).map { Int32($0) }
    let counts = (0..<targets).map { Int32(2 + 2 * ($0 % (maxPairs / 2))) }
    let weights = Self.values(targets * 2 * maxPairs, &numbers)
    let room = targets * channels + 1
    var sums = [Int16](repeating: 77, count: rows * room)
    unsafe firsts.withUnsafeBufferPointer { firsts in
      unsafe counts.withUnsafeBufferPointer { counts in
        unsafe weights.withUnsafeBufferPointer { weights in
          unsafe sums.withUnsafeMutableBufferPointer { sums in
            var axis = unsafe CResamplingAxis(
              first_pairs: firsts.baseAddress, pair_counts: counts.baseAddress,
              weights: weights.baseAddress,
              max_pairs: maxPairs)
            let places = unsafe (0..<rows).map { row in
              unsafe sums.baseAddress.map { unsafe $0 + row * room }
            }
            unsafe cresampling_sum_across(
              instructions, &axis, strip, stride, Int32(channels), targets, places)
          }
        }
      }
    }
    for row in 0..<rows {
      for target in 0..<targets {
        for channel in 0..<channels {
          var sum = 0
          for tap in 0..<2 * Int(counts[target]) {
            let place =
              row * stride + (target + tap / 2) * Int(CResamplingPairValues) + 2 * channel + tap % 2
            sum += Int(strip[place]) * Int(weights[target * 2 * maxPairs + tap])
          }
          let expected = Self.rounded(sum, Int(Int16.min)...Int(Int16.max))
          #expect(
            sums[row * room + target * channels + channel] == expected,
            "row \(row), \(target), \(channel)")
        }
      }
    }
  }

  @Test(arguments: instructions, [(2, true), (4, false), (6, true)])
  func `a row is the sum of the rows in a ring`(
    instructions: CResamplingInstructions, kind: (used: Int, limited: Bool)
  ) {
    let used = kind.used
    var numbers = Numbers(seed: UInt64(used))
    let (rows, count) = (6, 3 * Int(CResamplingRowMultiple))
    let values = Self.values(rows * count, &numbers)
    let weights = Self.values(used, &numbers)
    for first in 0..<rows {
      var sums = [Int16](repeating: 77, count: count)
      unsafe cresampling_sum_down(
        instructions, values, rows, count, first, weights, used, kind.limited, &sums)
      let expected = (0..<count).map { value in
        Self.rounded(
          (0..<used).reduce(0) {
            $0 + Int(values[(first + $1) % rows * count + value]) * Int(weights[$1])
          },
          kind.limited ? 0...Int(CResamplingWhite) : Int(Int16.min)...Int(Int16.max))
      }
      #expect(sums == expected, "from \(first)")
    }
  }

  @Test(arguments: instructions, [(false, true), (false, false), (true, true), (true, false)])
  func `samples become linear values in pairs of pixels`(
    instructions: CResamplingInstructions, kind: (words: Bool, isOpaque: Bool)
  ) {
    var numbers = Numbers(seed: 3)
    let entries = kind.words ? 65_536 : 256
    let curve = (0..<entries).map { UInt16($0 * Int(CResamplingWhite) / (entries - 1)) }
    let bytes = kind.words ? nil : curve.map { UInt8($0 & 0xFF) } + curve.map { UInt8($0 >> 8) }
    for count in [1, 2, 15, 16, 17, 51] {
      let samples = (0..<4 * count).map { _ in UInt16(numbers.next(below: entries)) }
      var row = [Int16](repeating: 77, count: (count + 1) / 2 * Int(CResamplingPairValues))
      func linearise(_ samples: UnsafeRawPointer) {
        unsafe curve.withUnsafeBufferPointer { curve in
          unsafe (bytes ?? []).withUnsafeBufferPointer { split in
            var curves = unsafe CResamplingCurves(
              red: curve.baseAddress, green: curve.baseAddress, blue: curve.baseAddress,
              bytes: bytes == nil ? nil : split.baseAddress)
            unsafe cresampling_linearise(
              instructions, samples, kind.words, kind.isOpaque, count, &curves, &row)
          }
        }
      }
      if kind.words {
        unsafe linearise(samples)
      } else {
        unsafe linearise(samples.map { UInt8($0) })
      }
      for x in 0..<count {
        let alpha = kind.isOpaque ? entries - 1 : Int(samples[4 * x + 3])
        for channel in 0..<(kind.isOpaque ? 3 : 4) {
          let value =
            channel == 3 ? Int(CResamplingWhite) : Int(curve[Int(samples[4 * x + channel])])
          let expected = (value * alpha + (entries - 1) / 2) / (entries - 1)
          #expect(
            Int(row[x / 2 * 8 + 2 * channel + x % 2]) == expected,
            "\(x) of \(count), channel \(channel)")
        }
      }
    }
  }

  @Test(arguments: instructions)
  func `coded rows are the same with all instructions, and come back`(
    instructions: CResamplingInstructions
  ) {
    var numbers = Numbers(seed: 4)
    let (group, groups) = (Int(CResamplingCodedGroup), 20)
    var above = [UInt8](repeating: 0, count: group * groups)
    for largest in [0, 1, 2, 5, 16, 100, 255] {
      // In the second half each group has more bits than the one before it.
      let row = above.indices.map { place in
        let most = place / group < groups / 2 ? largest : largest >> (groups - 1 - place / group)
        return above[place] &+ UInt8(numbers.next(below: most + 1))
      }
      let room = (group + 1) * groups + group
      var coded = [UInt8](repeating: 0, count: room)
      var plain = coded
      let count = unsafe cresampling_code_row(instructions, row, above, groups, &coded)
      let plainCount = unsafe cresampling_code_row(.baseline, row, above, groups, &plain)
      #expect(coded.prefix(count) == plain.prefix(plainCount), "up to \(largest)")
      var decoded = above
      #expect(unsafe cresampling_decode_row(instructions, coded, groups, &decoded) == count)
      #expect(decoded == row, "up to \(largest)")
      above = row
    }
  }

  @Test func `values are written as their codes, in either direction`() {
    let row: [Int16] = [0, 1, 2, 3, 2, 1, 77]
    let codes: [UInt8] = [10, 11, 12, 255]
    var pixels = [UInt8](repeating: 7, count: 12)
    unsafe cresampling_write_codes(row, 2, codes, &pixels, 4)
    #expect(pixels == [10, 11, 12, 255, 255, 12, 11, 255, 7, 7, 7, 7])
    unsafe pixels.withUnsafeMutableBufferPointer {
      unsafe cresampling_write_codes(row, 2, codes, $0.baseAddress! + 8, -8)
    }
    #expect(pixels == [255, 12, 11, 255, 255, 12, 11, 255, 10, 11, 12, 255])
  }
}
