internal import Glibc

extension GainMapMetadata {
  /// More stops than between the faintest star and the sun would be made to overflow.
  private static let maxStops: Float = 32
  private static let maxOffset: Float = 65_536
  private static let gammas: ClosedRange<Float> = 1e-3...1e3
  /// Changes of up to so many stops are none: a code of a map's 8 bits is more.
  private static let invisibleStops: Float = 1e-6

  /// What a file states, if a rendition can be made of it.
  ///
  /// - Throws: `damaged`.
  init(stated: GainMapMetadata) throws(CodecError) {
    self = stated
    func require(_ holds: Bool, _ fault: @autoclosure () -> String) throws(CodecError) {
      if !holds { throw .damaged(reason: fault()) }
    }
    // Comparisons with NaN are false.
    let stops = -Self.maxStops...Self.maxStops
    try require(
      leastHeadroom >= 0 && stops.contains(leastHeadroom) && stops.contains(fullHeadroom),
      "its headrooms are out of range")
    switch curve {
    case .apple(let headroom):
      try require(headroom >= 1 && fullHeadroom >= 0, "its headroom is out of range")
    case .logarithmic(let min, let max, let gamma, let offsetSDR, let offsetHDR):
      try require(leastHeadroom < fullHeadroom, "its headrooms are in the wrong order")
      for channel in 0..<3 {
        try require(
          stops.contains(min[channel]) && stops.contains(max[channel]),
          "its gains are out of range")
        try require(min[channel] <= max[channel], "its gains are in the wrong order")
        try require(Self.gammas.contains(gamma[channel]), "its gamma is out of range")
        let offsets = 0...Self.maxOffset
        try require(
          offsets.contains(offsetSDR[channel]) && offsets.contains(offsetHDR[channel]),
          "its offsets are out of range")
      }
    }
  }

  /// Whether the HDR rendition is the SDR one, whatever the map's values are.
  var isWithoutEffect: Bool {
    switch curve {
    case .apple(let headroom): log2f(headroom) < Self.invisibleStops
    case .logarithmic(let min, let max, _, let offsetSDR, let offsetHDR):
      (0..<3).allSatisfy { channel in
        abs(min[channel]) < Self.invisibleStops && abs(max[channel]) < Self.invisibleStops
          && offsetSDR[channel] == offsetHDR[channel]
      }
    }
  }

  /// Apple's metadata for the brightest parts being so much brighter than SDR white.
  init(appleStops stops: Double) throws(CodecError) {
    try self.init(
      stated: GainMapMetadata(
        curve: .apple(headroom: Float(exp2(stops))), fullHeadroom: Float(stops), leastHeadroom: 0,
        isBaseHDR: false))
  }
}
