package import Imaging

extension Raster {
  /// All colours, row by row.
  package var colours: [Colour] {
    colours(in: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
  }

  /// All colours of a part, row by row.
  package func colours(in part: PixelRect) -> [Colour] {
    (0..<part.height).flatMap { y in (0..<part.width).map { self[part.x + $0, part.y + y] } }
  }
}
