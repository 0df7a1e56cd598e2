/// How a photo will be decoded for a frame: at what size, and what of it.
package struct DecodePlan: Hashable, Sendable {
  /// The decoder's own reduction in eighths: 1, 2, 4 or 8 for JPEG, 8 for PNG.
  package let eighths: Int
  /// What is shown, in the stored picture's pixels after the decoder's reduction.
  let region: Region
  /// The frame's size as the picture is stored.
  let target: PixelSize

  /// - Parameters:
  ///   - region: what is shown, in the upright photo's pixels.
  ///   - frame: the size at which it is shown.
  package init(_ header: PhotoHeader, showing region: Region, at frame: PixelSize, _ fidelity: Fidelity = .standard) {
    let stored = header.orientation.stored(region, upright: header.size)
    target = header.orientation.applied(to: frame)
    eighths = header.format == .jpeg ? fidelity.eighths(covering: target, from: stored) : 8
    self.region = stored.scaled(by: Double(eighths) / 8)
  }
}

/// How much of the reduction may be left to libjpeg, which is fast but averages coded values instead of light.
package enum Fidelity: Hashable, Sendable {
  /// As much as possible: for previews.
  case draft
  /// As long as a quarter more pixels than needed are left on each side: most of what `exact` gains, at the same speed.
  case standard
  /// Nothing.
  case exact

  /// The smallest of libjpeg's reductions that leaves enough pixels. The eighths between these take longer than the next
  /// that is listed: there is no vector code for them.
  fileprivate func eighths(covering target: PixelSize, from region: Region) -> Int {
    let margin = self == .draft ? 1 : 1.25
    let needed = max(Double(target.width) / region.width, Double(target.height) / region.height) * margin
    return self == .exact ? 8 : [1, 2, 4].first { Double($0) / 8 > needed - 1e-9 } ?? 8
  }
}
