internal import Imaging
internal import PhotoCodecs

/// A soft spot around letters, as a shadow or a glow of them has it.
struct LetterHalo {
  /// On the canvas; the halo ends inside it.
  let area: PixelRect
  /// How much of each pixel is covered by letters, and how strong the halo is there, row by row, 0
  /// to 1.
  private let ink: [Float]
  private let values: [Float]

  /// The radius of one blur, in ems. Three of them, one after the other, look like a Gaussian one.
  private static let radius = 0.1
  private static let blurs = 3
  /// Strokes are thin, so that blurred ones are faint.
  private static let gain: Float = 3.5

  /// - Parameters:
  ///   - lines: of the picture.
  ///   - size: of the letters, in pixels per em.
  ///   - text: the area of the letters.
  ///   - bounds: what lies outside is left out.
  init(
    of lines: Range<Int>, in picture: borrowing TextPicture, size: Double,
    around text: PixelRect, within bounds: PixelRect
  ) {
    let radius = max(Int((Self.radius * size).rounded()), 1)
    let reach = Self.blurs * radius + 1
    let around = PixelRect(
      x: text.x - reach, y: text.y - reach, width: text.width + 2 * reach,
      height: text.height + 2 * reach)
    area =
      around.intersection(bounds) ?? PixelRect(x: bounds.x, y: bounds.y, width: 0, height: 0)
    var ink = [Float](repeating: 0, count: area.size.pixels)
    for line in lines { picture.addCoverage(of: line, to: &ink, of: area) }
    self.ink = ink
    var blurred = ink
    for _ in 0..<Self.blurs {
      blurred = Self.blurred(blurred, area.width, area.height, radius)
    }
    values = blurred.map { value in
      let part = min(value * Self.gain, 1)
      return part * part * (3 - 2 * part)
    }
  }

  /// How strong it is at a pixel of the canvas, 0 to 1.
  subscript(x: Int, y: Int) -> Double {
    let (column, row) = (x - area.x, y - area.y)
    guard column >= 0, row >= 0, column < area.width, row < area.height else { return 0 }
    return Double(values[row * area.width + column])
  }

  /// From which strength on a pixel counts as near letters.
  private static let near: Float = 0.12
  /// Up to this share of it covered, a pixel shows the photo.
  private static let bare: Float = 0.05
  /// The largest number of pixels that are looked at.
  private static let samples = 6000

  /// Pixels of a raster near the letters, evenly spread.
  ///
  /// - Parameter depth: of the shade in a row.
  func pixels(of raster: Raster, depth: (_ y: Int) -> Double) -> [CaptionShade.Pixel] {
    let near = values.indices.filter { values[$0] >= Self.near && ink[$0] <= Self.bare }
    let step = max(near.count / Self.samples, 1)
    return stride(from: 0, to: near.count, by: step).map { index in
      let (x, y) = (area.x + near[index] % area.width, area.y + near[index] / area.width)
      let pixel = raster[x, y]
      let alpha = Double(pixel.alpha) / 255
      return CaptionShade.Pixel(
        luminance: pixel.luminance * alpha + 1 - alpha, depth: depth(y),
        halo: Double(values[near[index]]))
    }
  }

  /// The mean of a square around each pixel; beyond the edges is nothing.
  private static func blurred(
    _ values: [Float], _ width: Int, _ height: Int, _ radius: Int
  ) -> [Float] {
    let rows = means(of: values, lines: height, length: width, radius) { $0 * width + $1 }
    return means(of: rows, lines: width, length: height, radius) { $1 * width + $0 }
  }

  /// The means of so many values beside each other, of all that are in one line.
  private static func means(
    of values: [Float], lines: Int, length: Int, _ radius: Int,
    at place: (_ line: Int, _ step: Int) -> Int
  ) -> [Float] {
    var result = values
    let share = 1 / Float(2 * radius + 1)
    for line in 0..<lines {
      var sum: Float = 0
      for step in 0..<min(radius, length) { sum += values[place(line, step)] }
      for step in 0..<length {
        if step + radius < length { sum += values[place(line, step + radius)] }
        if step > radius { sum -= values[place(line, step - radius - 1)] }
        result[place(line, step)] = sum * share
      }
    }
    return result
  }
}
