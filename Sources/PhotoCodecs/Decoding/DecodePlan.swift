/// How a photo will be decoded for a frame: at what size, and what of it.
package struct DecodePlan: Hashable, Sendable {
  /// The decoder's own reduction in eighths: 1 to 8 for JPEG, 8 for PNG.
  package let eighths: Int
  /// What is shown, in the stored picture's pixels after the decoder's reduction.
  let region: Region
  /// The frame's size as the picture is stored.
  let target: PixelSize

  /// - Parameters:
  ///   - region: what is shown, in the upright photo's pixels.
  ///   - frame: the size at which it is shown.
  ///   - isExact: whether the decoder delivers the photo whole.
  package init(_ header: PhotoHeader, showing region: Region, at frame: PixelSize, isExact: Bool = false) {
    let stored = header.orientation.stored(region, upright: header.size)
    target = header.orientation.applied(to: frame)
    eighths = header.format == .jpeg && !isExact ? Self.leastEighths(covering: target, from: stored) : 8
    self.region = stored.scaled(by: Double(eighths) / 8)
  }

  /// The smallest reduction that still has a pixel for every one of the target.
  private static func leastEighths(covering target: PixelSize, from region: Region) -> Int {
    let needed = max(Double(target.width) / region.width, Double(target.height) / region.height)
    return min(max(Int((needed * 8 - 1e-9).rounded(.up)), 1), 8)
  }
}
