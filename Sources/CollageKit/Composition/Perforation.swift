internal import Imaging

/// The holes along both longer edges of a canvas, in its margin, as along the edges of film.
struct Perforation: Sendable {
  static let colour = Colour.white

  private let hole: RoundedRectangle
  private let isAcross: Bool
  /// The canvas's side across the rows of holes.
  private let side: Float
  private let margin: Float
  /// From the middle of a hole to that of the next.
  private let pitch: Float

  /// The proportions of film for still cameras, in shares of the margin.
  private enum Share {
    static let length: Float = 0.36
    static let height: Float = 0.5
    static let radius: Float = 0.09
    static let pitch: Float = 0.86
  }

  /// Nil if there is no margin.
  ///
  /// - Parameter margin: in pixels.
  init?(of canvas: PixelSize, margin: Float) {
    guard margin > 0 else { return nil }
    self.margin = margin
    isAcross = canvas.width >= canvas.height
    side = Float(min(canvas.width, canvas.height))
    let length = Float(max(canvas.width, canvas.height))
    pitch = length / max((length / (margin * Share.pitch)).rounded(), 1)
    hole = RoundedRectangle(
      x: (pitch - margin * Share.length) / 2, y: margin * (1 - Share.height) / 2,
      width: margin * Share.length, height: margin * Share.height, radius: margin * Share.radius)
  }

  /// The share of the pixel around a point that lies in a hole, 0 to 1.
  func coverage(_ x: Float, _ y: Float) -> Float {
    let (along, across) = isAcross ? (x, y) : (y, x)
    let depth = min(across, side - across)
    guard depth < margin else { return 0 }
    return hole.coverage(along - (along / pitch).rounded(.down) * pitch, depth)
  }
}
