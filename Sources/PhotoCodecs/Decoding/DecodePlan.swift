/// How a photo is decoded for a frame: the decoder's reduction and the region to show.
package struct DecodePlan: Hashable, Sendable {
  /// The decoder's own reduction in eighths of the stored size: 1, 2, 4 or 8 for JPEG, always 8 (full size) for other formats.
  package let eighths: Int
  /// The region to show, in pixels of the stored picture after the decoder's reduction.
  let region: Region
  /// The frame's size in pixels, in the orientation of the stored picture.
  let target: PixelSize

  /// - Parameters:
  ///   - region: the region to show, in pixels of the upright photo.
  ///   - frame: the frame's size in pixels.
  package init(_ header: PhotoHeader, showing region: Region, at frame: PixelSize, _ fidelity: Fidelity = .standard) {
    let stored = header.orientation.stored(region, upright: header.size)
    target = header.orientation.applied(to: frame)
    eighths = header.format.isDecodedAsJPEG ? fidelity.eighths(covering: target, from: stored) : 8
    self.region = stored.scaled(by: Double(eighths) / 8)
  }
}

/// How much of the reduction libjpeg may do. It is fast but averages coded values instead of linear ones.
package enum Fidelity: Hashable, Sendable {
  /// As much as possible; for previews.
  case draft
  /// As much as leaves a quarter more pixels than needed on each side: most of the gain of `exact`, at the same speed.
  case standard
  /// None.
  case exact

  /// The strongest reduction that leaves enough pixels: 1, 2, 4 or 8 eighths. libjpeg has no vector code for the
  /// others, so each of them is slower than the next larger one listed.
  fileprivate func eighths(covering target: PixelSize, from region: Region) -> Int {
    let margin = self == .draft ? 1 : 1.25
    let needed = max(Double(target.width) / region.width, Double(target.height) / region.height) * margin
    return self == .exact ? 8 : [1, 2, 4].first { Double($0) / 8 > needed - 1e-9 } ?? 8
  }
}
