/// How a stored picture must be turned to stand upright: the eight values of EXIF's tag 0x0112.
///
/// The names say where the stored picture's top is when it is seen upright, as in Apple's image frameworks.
package enum Orientation: UInt8, Sendable, CaseIterable {
  case up = 1
  case upMirrored
  case down
  case downMirrored
  case leftMirrored
  case right
  case rightMirrored
  case left

  /// Whether rows become columns.
  package var swapsSides: Bool { rawValue >= Orientation.leftMirrored.rawValue }

  /// Whether, after the sides were swapped, left and right change places.
  var flipsAcross: Bool {
    switch self {
    case .upMirrored, .down, .right, .rightMirrored: true
    case .up, .downMirrored, .leftMirrored, .left: false
    }
  }

  /// Whether, after the sides were swapped, top and bottom change places.
  var flipsDown: Bool {
    switch self {
    case .down, .downMirrored, .rightMirrored, .left: true
    case .up, .upMirrored, .leftMirrored, .right: false
    }
  }

  /// The upright size of a stored picture, and as well the stored size of an upright one.
  package func applied(to size: PixelSize) -> PixelSize {
    swapsSides ? size.transposed : size
  }

  /// Where a region of the upright picture lies in the stored one.
  ///
  /// - Parameter upright: the upright picture's size.
  func stored(_ region: Region, upright: PixelSize) -> Region {
    let x = flipsAcross ? Double(upright.width) - region.x - region.width : region.x
    let y = flipsDown ? Double(upright.height) - region.y - region.height : region.y
    return swapsSides
      ? Region(x: y, y: x, width: region.height, height: region.width)
      : Region(x: x, y: y, width: region.width, height: region.height)
  }
}
