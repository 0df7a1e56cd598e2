package import Imaging

/// Lines of text drawn by a worker.
package struct TextPicture: ~Copyable, Sendable {
  let pixels: DecodedPixels
  let width: Int
  /// The place of each line on the canvas, in pixels.
  let boxes: [PixelRect]
  /// The first row of each line in the worker's pixels.
  let tops: [Int]

  /// Blends a line into a raster in linear light. Whatever is outside the raster is left out.
  package func draw(_ line: Int, on raster: Raster) {
    let mix = LinearMix(in: raster.colourSpace)
    let box = boxes[line]
    guard let area = box.intersection(PixelRect(raster.size)) else { return }
    for y in area.y..<area.y + area.height {
      let start = ((tops[line] + y - box.y) * width - box.x) * 4
      raster.withRow(y) { row in
        for x in area.x..<area.x + area.width {
          let ink = unsafe pixels.pointer(at: start + x * 4).load(as: SIMD4<UInt8>.self)
          if ink.w > 0 { mix.lay(mix.light(ink), Double(ink.w) / 255, over: &row, x) }
        }
      }
    }
  }

  /// Adds how much of each pixel a line covers, 0 to 1, to values for an area of the canvas, row by
  /// row.
  package func addCoverage(of line: Int, to values: inout [Float], of area: PixelRect) {
    let box = boxes[line]
    guard let shared = box.intersection(area) else { return }
    for y in shared.y..<shared.y + shared.height {
      let start = ((tops[line] + y - box.y) * width - box.x) * 4
      let place = (y - area.y) * area.width - area.x
      for x in shared.x..<shared.x + shared.width {
        let alpha = unsafe pixels.pointer(at: start + x * 4).load(as: SIMD4<UInt8>.self).w
        values[place + x] = min(values[place + x] + Float(alpha) / 255, 1)
      }
    }
  }
}
