import CResampling
import TestSupport
import Testing

@testable import PhotoCodecs

/// Which part of how many pixels is shown with how many.
struct AxisCase: CustomTestStringConvertible {
  var start = 0.0
  var length: Double
  var available: Int
  var count: Int

  var axis: ResamplingAxis {
    ResamplingAxis(start: start, length: length, available: 0..<available, count: count)
  }

  /// The same seen in a mirror.
  var mirrored: AxisCase {
    AxisCase(
      start: Double(available) - start - length, length: length, available: available, count: count)
  }

  var step: Double { length / Double(count) }

  var testDescription: String { "\(length) of \(available) from \(start) with \(count)" }

  static let all = [
    AxisCase(length: 100, available: 100, count: 100),
    AxisCase(length: 100, available: 100, count: 50),
    AxisCase(length: 100, available: 100, count: 37),
    AxisCase(length: 100, available: 100, count: 99),
    AxisCase(length: 100, available: 100, count: 101),
    AxisCase(length: 100, available: 100, count: 250),
    AxisCase(length: 100, available: 100, count: 1),
    AxisCase(length: 1, available: 1, count: 1),
    AxisCase(length: 1, available: 1, count: 9),
    AxisCase(length: 2, available: 2, count: 5),
    AxisCase(length: 1000, available: 1000, count: 3),
    AxisCase(start: 12.25, length: 50.5, available: 80, count: 20),
    AxisCase(start: 0.5, length: 99, available: 100, count: 99),
    AxisCase(start: 33, length: 10, available: 100, count: 10),
    AxisCase(start: 33.3, length: 10.1, available: 100, count: 73),
    AxisCase(start: 99.5, length: 0.5, available: 100, count: 4),
  ]

  /// Many more, always the same ones.
  static let many: [AxisCase] = {
    var numbers = Numbers(seed: 7)
    return (0..<100).map { _ in
      let available = numbers.next(below: 200) + 1
      let length = Double(numbers.next(below: available * 16) + 1) / 16
      let start = (Double(available) - length) * Double(numbers.next(below: 17)) / 16
      return AxisCase(
        start: start, length: length, available: available, count: numbers.next(below: 150) + 1)
    }
  }()
}

extension ResamplingAxis {
  /// A target's taps: source pixel and weight.
  func taps(_ target: Int) -> [(pixel: Int, weight: Double)] {
    (0..<counts[target]).map {
      (
        firsts[target] + $0,
        Double(weights[target * weightStride + $0]) / Double(CResamplingWeightSum)
      )
    }
  }

  /// A target's value when each source pixel has the value of `signal`.
  func value(_ target: Int, of signal: (Int) -> Double) -> Double {
    taps(target).reduce(0) { $0 + $1.weight * signal($1.pixel) }
  }
}

@Suite struct ResamplingAxisTests {
  @Test(arguments: AxisCase.all + AxisCase.many)
  func `weights add up to one and belong to pixels that there are`(axisCase: AxisCase) {
    let axis = axisCase.axis
    #expect(axis.range.lowerBound >= 0 && axis.range.upperBound <= axisCase.available)
    for target in 0..<axisCase.count {
      let taps = axis.taps(target)
      #expect(taps.reduce(0) { $0 + $1.weight } == 1)
      #expect(taps.allSatisfy { axis.range.contains($0.pixel) })
      #expect((1...axis.maxTaps).contains(taps.count))
    }
    #expect(axis.weights.count == axis.weightStride * axisCase.count)
  }

  @Test(arguments: [(0, 100, 100), (0, 30, 100), (33, 10, 100), (99, 1, 100), (0, 1, 1)])
  func `whole pixels at their own size are taken as they are`(
    start: Int, count: Int, available: Int
  ) {
    let axis = AxisCase(
      start: Double(start), length: Double(count), available: available, count: count
    ).axis
    #expect(axis.firsts == Array(start..<start + count))
    #expect(axis.maxTaps == 1)
    #expect((0..<count).allSatisfy { axis.taps($0).map(\.weight) == [1] })
    #expect(axis.range == start..<start + count)
  }

  @Test func `a reduction to the half weighs both sides alike and looks three lobes far`() {
    let axis = AxisCase(length: 100, available: 100, count: 50).axis
    let taps = axis.taps(25)
    #expect(taps.map(\.pixel) == Array(45..<57))
    for (left, right) in zip(taps, taps.reversed()) {
      #expect(abs(left.weight - right.weight) < 2e-4)
    }
    // Both pixels that make up the target have most of the say, those beside them take away.
    #expect(taps[5].weight > 0.4 && taps[5].weight < 0.5)
    #expect(taps[3].weight < 0 && taps[8].weight < 0)
  }

  @Test(arguments: AxisCase.all + AxisCase.many)
  func `a mirrored picture has mirrored weights, so nothing is shifted`(axisCase: AxisCase) {
    let axis = axisCase.axis
    let mirrored = axisCase.mirrored.axis
    for target in 0..<axisCase.count {
      let here = axis.value(target) { Double($0 + 1) }
      let there = mirrored.value(axisCase.count - 1 - target) { Double(axisCase.available - $0) }
      #expect(abs(here - there) < 1e-4 * Double(axisCase.available))
    }
  }

  /// Away from the edges, where the filter is not cut off. The kernel's own ripple is below 2 % of
  /// a source pixel, weights are rounded.
  @Test(arguments: AxisCase.all + AxisCase.many)
  func `a linear ramp stays a ramp in its place`(axisCase: AxisCase) {
    let axis = axisCase.axis
    let reach = 3 * max(axisCase.step, 1) + 1
    for target in 0..<axisCase.count {
      let centre = axisCase.start + (Double(target) + 0.5) * axisCase.step
      guard centre > reach, centre < Double(axisCase.available) - reach else { continue }
      let value = axis.value(target) { Double($0) + 0.5 }
      #expect(abs(value - centre) < 0.0202 * max(axisCase.step, 1), "pixel \(target)")
    }
  }

  @Test(arguments: AxisCase.all.filter { $0.available >= 80 && $0.count >= 20 && $0.length > 50 })
  func `a bright pixel keeps its centre of mass`(axisCase: AxisCase) {
    let axis = axisCase.axis
    let source = Int(axisCase.start + axisCase.length / 2) + 3
    var mass = 0.0
    var moment = 0.0
    for target in 0..<axisCase.count {
      let weight = axis.value(target) { $0 == source ? 1 : 0 }
      mass += weight
      moment += weight * (Double(target) + 0.5)
    }
    let wanted = (Double(source) + 0.5 - axisCase.start) / axisCase.step
    #expect(abs(moment / mass - wanted) < 0.1)
    #expect(abs(mass * axisCase.step - 1) < 0.05)
  }

  /// The resampler keeps `most` rows and finishes a target when its last row came, in order.
  @Test(arguments: AxisCase.all + AxisCase.many)
  func `whoever keeps the last rows has all that a target needs`(axisCase: AxisCase) {
    let axis = axisCase.axis
    var newest = 0
    for target in 0..<axisCase.count {
      newest = max(newest, axis.firsts[target] + axis.counts[target])
      #expect(axis.firsts[target] >= newest - axis.maxTaps, "target \(target)")
    }
    #expect(newest == axis.range.upperBound)
  }

  /// Steps just beside a whole one, where tiny weights come and go from one target to the next.
  @Test func `the same holds for sizes that differ by a hair`() {
    for available in [3_000, 4_096] {
      for count in [available - 1, available + 1, available / 2 - 1, available / 2 + 1] {
        let axis = AxisCase(length: Double(available), available: available, count: count).axis
        var newest = 0
        for target in 0..<count {
          newest = max(newest, axis.firsts[target] + axis.counts[target])
          if axis.firsts[target] < newest - axis.maxTaps {
            Issue.record("\(available) to \(count): \(target)")
          }
        }
      }
    }
  }

  @Test(arguments: AxisCase.all + AxisCase.many)
  func `no target begins before the one in front of it`(axisCase: AxisCase) {
    let firsts = axisCase.axis.firsts
    #expect(zip(firsts, firsts.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `axes that are asked for again are the same`() {
    let axis = AxisCase.all[2].axis
    for _ in 0..<2 {
      let kept = ResamplingAxis.axis(start: 0, length: 100, available: 0..<100, count: 37)
      #expect(
        kept.firsts == axis.firsts && kept.weights == axis.weights && kept.range == axis.range)
    }
  }
}
