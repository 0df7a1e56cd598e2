internal import CResampling
package import Imaging

/// How much brighter than its raster's pixels the HDR rendition of a picture is: a gain for each
/// pixel, in steps of 1/`stepsPerStop` stops; 0, no gain, where nothing was drawn.
///
/// While a photo is drawn, its frame holds codes of the light that its HDR rendition adds, or of
/// all its light, instead, which `turnIntoGains` changes.
///
/// Several threads may write into it at once if their frames don't overlap. Before reading, wait
/// until all drawing has finished.
///
/// Safe, because areas and places are checked where they come in, and the memory lives as long as
/// the plane.
@safe package final class GainPlane: @unchecked Sendable {
  package let size: PixelSize
  let values: UnsafeMutablePointer<Int16>
  private let memory: PixelMemory

  package static let stepsPerStop = Int(CResamplingGainsPerStop)
  private static let bytesPerPixel = MemoryLayout<Int16>.size

  /// The memory that a plane of this size takes, in bytes, as far as it is drawn.
  package static func bytes(of size: PixelSize) -> Int { size.pixels * bytesPerPixel }

  /// One without any gain. The system allocates the memory of a part when that is drawn.
  package init(_ size: PixelSize) throws(OutOfMemory) {
    let memory = PixelMemory(bytes: Self.bytes(of: size), leastMapped: PixelMemory.largePage)
    guard let memory else { throw OutOfMemory() }
    self.memory = memory
    self.size = size
    unsafe values = memory.start.assumingMemoryBound(to: Int16.self)
  }

  /// The gain of one pixel in stops.
  package subscript(x: Int, y: Int) -> Double {
    precondition((0..<size.width).contains(x) && (0..<size.height).contains(y))
    return unsafe Double(values[y * size.width + x]) / Double(Self.stepsPerStop)
  }

  /// Turns codes of light in an area into gains over the pixels that a raster has there.
  ///
  /// - Parameter isWhole: whether the light is all of the HDR rendition's.
  func turnIntoGains(over raster: Raster, in area: PixelRect, isWhole: Bool) {
    precondition(area.isInside(size) && raster.size == size)
    let luminances = Luminance.ofSamples(in: raster.colourSpace)
    for y in area.y..<area.y + area.height {
      unsafe cresampling_gains_over(
        raster.pixels + y * raster.stride + area.x * Raster.bytesPerPixel, area.width,
        luminances.entries, isWhole, values + y * size.width + area.x)
    }
  }

  /// Copies a part of another plane to an area of the same size in this one. They must not overlap.
  package func copy(_ source: PixelRect, of other: GainPlane, to target: PixelRect) {
    precondition(source.size == target.size)
    precondition(source.isInside(other.size) && target.isInside(size))
    for row in 0..<source.height {
      let from = unsafe other.values + (source.y + row) * other.size.width + source.x
      let to = unsafe values + (target.y + row) * size.width + target.x
      unsafe to.update(from: from, count: source.width)
    }
  }

  /// Copies another plane to a place; what is outside this one is left out.
  package func copy(_ other: GainPlane, atX x: Int, y: Int) {
    let place = PixelRect(other.size).moved(x: x, y: y)
    guard let shown = place.intersection(PixelRect(size)) else { return }
    copy(shown.moved(x: -x, y: -y), of: other, to: shown)
  }

  /// The gains of the picture as `Raster.turnedRight` turns it.
  package func turnedRight() throws(OutOfMemory) -> GainPlane {
    let turned = try GainPlane(size.transposed)
    for y in 0..<size.height {
      for x in 0..<size.width {
        unsafe turned.values[(x + 1) * size.height - 1 - y] = values[y * size.width + x]
      }
    }
    return turned
  }

  /// Copies runs of pixels of a layer, whose top left corner lies at a place of this plane.
  ///
  /// - Parameter runs: in pixels of this plane; inside both.
  package func copy(_ runs: PixelRuns, of layer: GainPlane, lyingAt place: PixelRect) {
    for run in runs {
      let source = PixelRect(
        x: run.columns.lowerBound - place.x, y: run.y - place.y, width: run.columns.count,
        height: 1)
      copy(source, of: layer, to: source.moved(x: place.x, y: place.y))
    }
  }

  /// Leaves a share of a pixel's gain, 0 to 1, because something covers the rest of the pixel.
  package func keep(_ share: Float, _ x: Int, _ y: Int) {
    let value = unsafe values + y * size.width + x
    let kept = unsafe Float(value.pointee) * min(max(share, 0), 1)
    unsafe value.pointee = Int16(kept.rounded())
  }

  /// Leaves a share of the gains in the row of an area.
  package func keep(_ share: Float, inRow y: Int, of area: PixelRect) {
    guard let area = area.intersection(PixelRect(size)), y >= area.y, y < area.y + area.height
    else { return }
    for x in area.x..<area.x + area.width { keep(share, x, y) }
  }

  /// Covers what a row of a picture covers that is laid over this plane's raster.
  ///
  /// - Parameters:
  ///   - y: the picture's row.
  ///   - place: where the picture's top left corner lies.
  package func cover(withRow y: Int, of picture: Raster, at place: PixelRect) {
    let row = PixelRect(x: place.x, y: place.y + y, width: picture.size.width, height: 1)
    guard let area = row.intersection(PixelRect(size)) else { return }
    for x in area.x..<area.x + area.width {
      let pixel = y * picture.stride + (x - place.x) * Raster.bytesPerPixel
      let alpha = unsafe picture.pixels[pixel + 3]
      if alpha > 0 { keep(1 - Float(alpha) / 255, x, area.y) }
    }
  }

  /// Counts the gains of some rows.
  func counts(inRows rows: Range<Int>) -> GainCounts {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= size.height)
    return unsafe GainCounts(
      UnsafeBufferPointer(
        start: values + rows.lowerBound * size.width, count: rows.count * size.width))
  }
}
