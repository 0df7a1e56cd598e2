/// A rectangle with rounded corners that measures a point's distance from its edge.
struct RoundedRectangle {
  private let centreX: Float
  private let centreY: Float
  private let halfWidth: Float
  private let halfHeight: Float
  private let radius: Float

  /// - Parameter radius: of the corners, in pixels; limited to half of the shorter side.
  init(x: Float, y: Float, width: Float, height: Float, radius: Float) {
    centreX = x + width / 2
    centreY = y + height / 2
    halfWidth = width / 2
    halfHeight = height / 2
    self.radius = min(radius, min(width, height) / 2)
  }

  /// The distance of a point from the edge in pixels; negative inside.
  func distance(_ x: Float, _ y: Float) -> Float {
    let across = abs(x - centreX) - halfWidth + radius
    let down = abs(y - centreY) - halfHeight + radius
    let (outX, outY) = (max(across, 0), max(down, 0))
    return (outX * outX + outY * outY).squareRoot() + min(max(across, down), 0) - radius
  }

  /// The share of the pixel around a point that lies inside, 0 to 1.
  func coverage(_ x: Float, _ y: Float) -> Float { min(max(0.5 - distance(x, y), 0), 1) }
}
