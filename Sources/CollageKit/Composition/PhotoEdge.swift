internal import Imaging
internal import PhotoCodecs

/// A part of a photo's side, beside which the background lies.
struct PhotoEdge {
  /// The cell of the background beside it.
  let cell: Int
  /// CIE L*: that of the photo, or of its border.
  let lightness: Double

  /// Pixels sampled along a part.
  private static let samples = 8

  /// The sides of all photos that touch the background, in parts about as long as a cell.
  static func sides(
    of photos: [PixelRect], border: BackdropBorder?, on raster: Raster, _ grid: GridShape
  ) -> [[PhotoEdge]] {
    let ofBorder = border.map {
      Lightness.value(ofLuminance: raster.colourSpace.colour($0.colour).luminance)
    }
    let canvas = PixelRect(raster.size)
    return photos.flatMap { photo in
      let length = Int(grid.cellSize)
      return Part.sides(
        of: photo, length: length, gap: border?.width ?? 0, below: border?.lower ?? 0
      ).map { side in
        side.compactMap { part -> PhotoEdge? in
          guard canvas.contains(part.x, part.y),
            !photos.contains(where: { $0.contains(part.x, part.y) }),
            let lightness = ofBorder ?? mean(of: part.area, on: raster)
          else { return nil }
          return PhotoEdge(cell: grid.cell(part.x, part.y), lightness: lightness)
        }
      }
    }.filter { !$0.isEmpty }
  }

  /// Nil for what is transparent.
  private static func mean(of area: PixelRect, on raster: Raster) -> Double? {
    var sum = 0.0
    var count = 0.0
    for y in stride(from: area.y, to: area.y + area.height, by: max(area.height / samples, 1)) {
      for x in stride(from: area.x, to: area.x + area.width, by: max(area.width / samples, 1)) {
        let pixel = raster[x, y]
        guard pixel.alpha > 127 else { continue }
        sum += Lightness.value(ofLuminance: pixel.luminance)
        count += 1
      }
    }
    return count > 0 ? sum / count : nil
  }

  private struct Part {
    /// The photo's pixels along the side.
    let area: PixelRect
    /// A pixel outside, next to the middle of the side.
    let x: Int
    let y: Int

    /// - Parameters:
    ///   - length: the length of a part.
    ///   - gap: from the photo to the background.
    ///   - gapBelow: the same below the photo.
    static func sides(
      of photo: PixelRect, length: Int, gap: Int, below gapBelow: Int
    ) -> [[Part]] {
      let depth = max(min(length / 8, min(photo.width, photo.height) / 2), 1)
      let right = photo.x + photo.width
      let bottom = photo.y + photo.height
      let columns = ranges(photo.x..<right, length)
      let rows = ranges(photo.y..<bottom, length)
      func level(_ top: Int, beside y: Int) -> [Part] {
        columns.map {
          Part(
            area: PixelRect(x: $0.lowerBound, y: top, width: $0.count, height: depth),
            x: $0.lowerBound + $0.count / 2, y: y)
        }
      }
      func upright(_ left: Int, beside x: Int) -> [Part] {
        rows.map {
          Part(
            area: PixelRect(x: left, y: $0.lowerBound, width: depth, height: $0.count),
            x: x, y: $0.lowerBound + $0.count / 2)
        }
      }
      return [
        level(photo.y, beside: photo.y - gap - 1), level(bottom - depth, beside: bottom + gapBelow),
        upright(photo.x, beside: photo.x - gap - 1), upright(right - depth, beside: right + gap),
      ]
    }

    private static func ranges(_ side: Range<Int>, _ length: Int) -> [Range<Int>] {
      let count = max(side.count / max(length, 1), 1)
      return (0..<count).map { part in
        let start = side.lowerBound + side.count * part / count
        return start..<side.lowerBound + side.count * (part + 1) / count
      }
    }
  }
}
