internal import Imaging
internal import ThreadPool

/// The part of a canvas that photos leave free. Its rows get their colour when they are needed: by
/// then, photos above them have been drawn, whose decoded pictures took the memory that the system
/// provides for these rows.
///
/// Any thread may fill rows while others draw photos.
final class CanvasGround: Sendable {
  private let raster: Raster
  private let colour: Colour
  private let photos: [PixelRect]
  /// How many rows have their colour, from the top.
  private let filled = Locked(0)

  /// - Parameters:
  ///   - colour: in sRGB, whatever the canvas's own space.
  ///   - photos: areas that are drawn completely.
  init(_ raster: Raster, _ colour: Colour, except photos: [PixelRect]) {
    self.raster = raster
    self.colour = colour
    self.photos = photos
  }

  /// Gives all rows above this one their colour, unless they have it.
  func fill(above end: Int) {
    filled.withLock { filled in
      let rows = filled..<max(min(end, raster.size.height), filled)
      raster.fill(colour, rows: rows, except: photos)
      filled = rows.upperBound
    }
  }

  /// Gives all rows their colour, unless they have it.
  func fill() { fill(above: raster.size.height) }
}
