package import Imaging

/// What else a camera makes of the same view.
extension Raster {
  /// Part of a picture, so that the camera seems to have moved.
  package func cropped(_ area: PixelRect) -> Raster {
    let result = Raster(size: area.size, filledWith: .white)
    result.copy(
      area, of: self, to: PixelRect(x: 0, y: 0, width: area.width, height: area.height))
    return result
  }

  /// With each pixel the mean of its neighbours.
  ///
  /// - Parameters:
  ///   - across: how many neighbours to each side.
  ///   - down: how many above and below.
  package func blurred(across: Int, down: Int) -> Raster {
    Raster(size: size) { x, y in
      var (red, green, blue, count) = (0, 0, 0, 0)
      for row in max(y - down, 0)...min(y + down, size.height - 1) {
        for column in max(x - across, 0)...min(x + across, size.width - 1) {
          let colour = self[column, row]
          red += Int(colour.red)
          green += Int(colour.green)
          blue += Int(colour.blue)
          count += 1
        }
      }
      return Colour(
        red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
    }
  }

  /// With all values so many percent of what they were, up to white.
  package func exposed(percent: Int) -> Raster {
    func value(_ old: UInt8) -> UInt8 { UInt8(min(Int(old) * percent / 100, 255)) }
    return Raster(size: size) { x, y in
      let colour = self[x, y]
      return Colour(red: value(colour.red), green: value(colour.green), blue: value(colour.blue))
    }
  }

  /// With each pixel the mean of a square of so many.
  package func reduced(by factor: Int) -> Raster {
    Raster(size: PixelSize(width: size.width / factor, height: size.height / factor)) { x, y in
      let area = PixelRect(x: x * factor, y: y * factor, width: factor, height: factor)
      let part = cropped(area)
      let sums = part.size.pixels
      var (red, green, blue) = (0, 0, 0)
      for row in 0..<factor {
        for column in 0..<factor {
          let colour = part[column, row]
          red += Int(colour.red)
          green += Int(colour.green)
          blue += Int(colour.blue)
        }
      }
      return Colour(
        red: UInt8(red / sums), green: UInt8(green / sums), blue: UInt8(blue / sums))
    }
  }
}
