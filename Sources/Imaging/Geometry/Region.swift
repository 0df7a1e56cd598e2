/// A part of a photo in fractional pixels. The origin is the top left corner of the first pixel.
package struct Region: Encodable, Hashable, Sendable {
  package let x: Double
  package let y: Double
  package let width: Double
  package let height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The whole photo.
  package init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }

  /// The pixels of a rectangle.
  package init(of rect: PixelRect) {
    self.init(
      x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
  }

  /// The largest centred region of a photo with the proportions of `frame`: what aspect fill shows.
  package init(filling frame: PixelSize, from photo: PixelSize) {
    let scale = min(
      Double(photo.width) / Double(frame.width), Double(photo.height) / Double(frame.height))
    let width = Double(frame.width) * scale
    let height = Double(frame.height) * scale
    // Rounding may put the region slightly outside the photo.
    self.init(
      x: max((Double(photo.width) - width) / 2, 0), y: max((Double(photo.height) - height) / 2, 0),
      width: min(width, Double(photo.width)), height: min(height, Double(photo.height)))
  }

  /// Whether another region lies in this one, apart from rounding errors.
  package func contains(_ other: Region) -> Bool {
    let tolerance = 1e-6 * (x + width + y + height)
    return other.x >= x - tolerance && other.y >= y - tolerance
      && other.x + other.width <= x + width + tolerance
      && other.y + other.height <= y + height + tolerance
  }

  /// The area of the intersection, in square pixels; 0 if the regions don't meet.
  package func sharedArea(_ other: Region) -> Double {
    let across = min(x + width, other.x + other.width) - max(x, other.x)
    let down = min(y + height, other.y + other.height) - max(y, other.y)
    return across > 0 && down > 0 ? across * down : 0
  }

  /// The area of the intersection divided by that of the union: 0 for regions that don't meet, 1
  /// for equal ones.
  package func overlap(_ other: Region) -> Double {
    let shared = sharedArea(other)
    return shared > 0 ? shared / (width * height + other.width * other.height - shared) : 0
  }

  /// The same region of a picture that is `factor` times as large.
  package func scaled(by factor: Double) -> Region { scaled(across: factor, down: factor) }

  /// The same region of a picture whose width and height are so many times as large.
  package func scaled(across: Double, down: Double) -> Region {
    Region(x: x * across, y: y * down, width: width * across, height: height * down)
  }
}
