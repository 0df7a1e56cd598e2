/// For one axis: which source pixels' light contributes to each target pixel, and with which
/// weights.
///
/// The window is a triangle, and where the source is enlarged the nearest pixel alone counts, or
/// the two nearest if they are equally near: unlike the filter of `ResamplingAxis` they never
/// overshoot, which beside lights that are many times as bright as white would leave dark edges,
/// and lights aren't wider than their pixels.
struct LightAxis {
  /// The first source pixel of each target pixel, and how many contribute.
  let firsts: [Int]
  let counts: [Int]
  /// `stride` weights for each target pixel, which add up to 1.
  let weights: [Float]
  let stride: Int

  /// A place so near to an edge between two pixels, in pixels, is on it, whatever rounding did to
  /// it.
  private static let tie = 1.0 / 4096

  /// - Parameters:
  ///   - start: position of the first target pixel's left edge, in source pixels; may lie outside.
  ///   - length: the part of the source that the target shows, in source pixels; above 0.
  ///   - available: the source pixels that there are.
  ///   - count: the number of target pixels; above 0.
  init(start: Double, length: Double, available: Range<Int>, count: Int) {
    let step = length / Double(count)
    var taps: [(first: Int, weights: [Double])] = []
    for target in 0..<count {
      let centre = start + (Double(target) + 0.5) * step
      let nearest = min(
        max(Int(centre.rounded(.down)), available.lowerBound), available.upperBound - 1)
      if step < 1 {
        let edge = centre.rounded()
        let isBetween =
          abs(centre - edge) < Self.tie && available.contains(Int(edge) - 1)
          && available.contains(Int(edge))
        taps.append(isBetween ? (Int(edge) - 1, [0.5, 0.5]) : (nearest, [1]))
        continue
      }
      let first = min(max(Int((centre - step).rounded(.down)), available.lowerBound), nearest)
      let last = max(min(Int((centre + step).rounded(.up)), available.upperBound), nearest + 1)
      var weights = (first..<last).map { source in
        max(1 - abs(Double(source) + 0.5 - centre) / step, 0)
      }
      // Beyond the source its edge is repeated.
      if !weights.contains(where: { $0 > 0 }) { weights[nearest - first] = 1 }
      let sum = weights.reduce(0, +)
      taps.append((first, weights.map { $0 / sum }))
    }
    firsts = taps.map(\.first)
    counts = taps.map(\.weights.count)
    let stride = counts.max() ?? 1
    self.stride = stride
    var all = [Float](repeating: 0, count: count * stride)
    for (target, taps) in taps.enumerated() {
      for (tap, weight) in taps.weights.enumerated() { all[target * stride + tap] = Float(weight) }
    }
    weights = all
  }
}
