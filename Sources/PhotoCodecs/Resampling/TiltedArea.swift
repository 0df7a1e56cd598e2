internal import Glibc
internal import Imaging

/// Where a tilted photo lies in the pixels that it is drawn into.
struct TiltedArea: Hashable, Sendable {
  /// What its crop fills before it is tilted about the middle, in pixels of the frame.
  let rectangle: Region
  /// In degrees, clockwise.
  let degrees: Double
  /// The frame's size.
  let size: PixelSize

  /// Where a point of the frame lies in the crop, in shares of that: 0 to 1 inside.
  private func share(_ x: Double, _ y: Double) -> SIMD2<Double> {
    let angle = degrees * .pi / 180
    let across = x - rectangle.x - rectangle.width / 2
    let down = y - rectangle.y - rectangle.height / 2
    return SIMD2(
      (across * cos(angle) + down * sin(angle)) / rectangle.width + 0.5,
      (down * cos(angle) - across * sin(angle)) / rectangle.height + 0.5)
  }

  /// Where a point of the frame lies in the stored picture of which a region fills the rectangle.
  func source(_ x: Double, _ y: Double, in region: Region, _ orientation: Orientation) -> SIMD2<
    Double
  > {
    var share = share(x, y)
    if orientation.flipsAcross { share.x = 1 - share.x }
    if orientation.flipsDown { share.y = 1 - share.y }
    if orientation.swapsSides { share = SIMD2(share.y, share.x) }
    return SIMD2(region.x + share.x * region.width, region.y + share.y * region.height)
  }

  /// Where the frame's corners lie there.
  func corners(in region: Region, _ orientation: Orientation) -> [SIMD2<Double>] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].map { x, y in
      source(Double(x * size.width), Double(y * size.height), in: region, orientation)
    }
  }

  /// How many pixels of a stored region lie between two pixels of the rectangle that it fills.
  func scale(of region: Region, _ orientation: Orientation) -> Double {
    let (width, height) =
      orientation.swapsSides
      ? (rectangle.height, rectangle.width) : (rectangle.width, rectangle.height)
    return max(region.width / width, region.height / height)
  }
}
