internal import CResampling
internal import Imaging

/// The weights of a Lanczos filter for target pixels at any place between source pixels, one set
/// for each of `CResamplingPhases` places.
struct PhaseWeights {
  /// How many source pixels contribute, across and down; even.
  let count: Int
  /// Weights across for an even and for an odd first pixel, `pairValues` each, phase by phase.
  let across: LookupTable<Int16>
  /// `count` weights down, phase by phase.
  let down: LookupTable<Int16>
  /// `count` and one more, rounded up to a multiple of 4.
  let pairValues: Int

  /// - Parameter scale: how many source pixels lie between two target pixels.
  init(scale: Double) {
    let widening = max(scale, 1)
    let half = Int((ResamplingAxis.lobes * widening).rounded(.up))
    let (count, pairValues) = (2 * half, (2 * half + 1 + 3) / 4 * 4)
    var (across, down): ([Int16], [Int16]) = ([], [])
    for phase in 0..<Int(CResamplingPhases) {
      // The middle of the places that share these weights.
      let place = (Double(phase) + 0.5) / Double(CResamplingPhases)
      let weights = ResamplingAxis.rounded(
        (0..<count).map {
          ResamplingAxis.lanczos((Double($0 - half + 1) - place) / widening)
        })
      down += weights
      for odd in 0..<2 {
        across += [Int16](repeating: 0, count: odd) + weights
        across += [Int16](repeating: 0, count: pairValues - count - odd)
      }
    }
    self.count = count
    self.pairValues = pairValues
    self.across = LookupTable(across)
    self.down = LookupTable(down)
  }

  /// How many source pixels before the one at or before a place contribute.
  var before: Int { count / 2 - 1 }

  /// The same of weights for a scale.
  static func before(_ scale: Double) -> Int {
    Int((ResamplingAxis.lobes * max(scale, 1)).rounded(.up)) - 1
  }
}
