package import Imaging

extension Colour {
  /// The greatest difference of any channel.
  package func difference(from other: Colour) -> Int {
    max(
      abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
      abs(Int(blue) - Int(other.blue)))
  }
}

extension Raster {
  /// The smallest areas that hold all pixels of each of the colours, by the colour's index; none
  /// of colours that don't occur. A pixel is of the first colour that is near enough.
  ///
  /// - Parameter tolerance: how far a channel may be off.
  package func areas(of colours: [Colour], within tolerance: Int) -> [Int: PixelRect] {
    var areas: [Int: PixelRect] = [:]
    for y in 0..<size.height {
      for x in 0..<size.width {
        let colour = self[x, y]
        guard let index = colours.firstIndex(where: { $0.difference(from: colour) <= tolerance })
        else { continue }
        let old = areas[index] ?? PixelRect(x: x, y: y, width: 1, height: 1)
        let left = min(old.x, x)
        areas[index] = PixelRect(
          x: left, y: old.y, width: max(old.x + old.width, x + 1) - left, height: y + 1 - old.y)
      }
    }
    return areas
  }
}
