package import Imaging

extension SamplePicture {
  /// A gain map as a phone would write it beside a picture: a quarter as large, and brighter the
  /// brighter the picture is above a light tone.
  package static func gainMap(of picture: Raster) -> Raster {
    let side = 4
    let lightTone = 176
    let size = PixelSize(width: picture.size.width / side, height: picture.size.height / side)
    return Raster(size: size) { x, y in
      var sum = 0
      for row in 0..<side {
        for column in 0..<side {
          let colour = picture[x * side + column, y * side + row]
          let brightest = Int(max(colour.red, colour.green, colour.blue))
          sum += max(brightest - lightTone, 0) * 255 / (255 - lightTone)
        }
      }
      let mean = UInt8(sum / (side * side))
      return Colour(red: mean, green: mean, blue: mean)
    }
  }
}
