/// How to rotate or mirror a stored picture so that it is upright: the eight values of EXIF's tag
/// 0x0112.
///
/// The names say where the stored picture's top is in the upright picture, as in Apple's image
/// frameworks.
package enum Orientation: UInt8, Sendable, CaseIterable {
  case up = 1
  case upMirrored
  case down
  case downMirrored
  case leftMirrored
  case right
  case rightMirrored
  case left

  /// Whether width and height are exchanged.
  package var swapsSides: Bool { rawValue >= Orientation.leftMirrored.rawValue }

  /// Whether to mirror horizontally, after exchanging the sides.
  package var flipsAcross: Bool {
    switch self {
    case .upMirrored, .down, .right, .rightMirrored: true
    case .up, .downMirrored, .leftMirrored, .left: false
    }
  }

  /// Whether to mirror vertically, after exchanging the sides.
  package var flipsDown: Bool {
    switch self {
    case .down, .downMirrored, .rightMirrored, .left: true
    case .up, .upMirrored, .leftMirrored, .right: false
    }
  }

  /// The upright size of a stored picture, or the stored size of an upright one.
  package func applied(to size: PixelSize) -> PixelSize {
    swapsSides ? size.transposed : size
  }

  /// The region of the stored picture that corresponds to a region of the upright one.
  ///
  /// - Parameter upright: the upright picture's size.
  package func stored(_ region: Region, upright: PixelSize) -> Region {
    let x = flipsAcross ? Double(upright.width) - region.x - region.width : region.x
    let y = flipsDown ? Double(upright.height) - region.y - region.height : region.y
    return swapsSides
      ? Region(x: y, y: x, width: region.height, height: region.width)
      : Region(x: x, y: y, width: region.width, height: region.height)
  }

  /// The orientation that turns a picture as `self` does, and then as `next`.
  package func followed(by next: Orientation) -> Orientation {
    // Mirroring comes after exchanging the sides, so exchanging them once more exchanges what it
    // mirrors.
    let across = (next.swapsSides ? flipsDown : flipsAcross) != next.flipsAcross
    let down = (next.swapsSides ? flipsAcross : flipsDown) != next.flipsDown
    let swaps = swapsSides != next.swapsSides
    return Self.allCases.first {
      $0.swapsSides == swaps && $0.flipsAcross == across && $0.flipsDown == down
    } ?? .up
  }

  /// The orientation that undoes this one.
  package var inverse: Orientation { Self.allCases.first { followed(by: $0) == .up } ?? .up }

  /// The rectangle of the stored picture that corresponds to one of the upright picture, in whole
  /// pixels.
  package func stored(_ rect: PixelRect, upright: PixelSize) -> PixelRect {
    let x = flipsAcross ? upright.width - rect.x - rect.width : rect.x
    let y = flipsDown ? upright.height - rect.y - rect.height : rect.y
    return swapsSides
      ? PixelRect(x: y, y: x, width: rect.height, height: rect.width)
      : PixelRect(x: x, y: y, width: rect.width, height: rect.height)
  }
}
