internal import Imaging
internal import PhotoCodecs
internal import SamplePictures
internal import TestSupport

/// An intact photo, and how it is stored.
struct PhotoFixture {
  let name: String
  /// The number of its sample picture.
  let number: Int
  /// The upright size.
  let size: PixelSize
  let encoding: Encoding
  /// The EXIF orientation. The pixels are stored rotated, so that the photo is upright when it is
  /// applied.
  var orientation: Orientation = .up
  /// The properties of its gain map; nil for a photo without HDR.
  var gainMap: String?

  private static let jpeg = Encoding.jpeg(Quality(85)!)

  /// One of each scene, with the usual proportions.
  static let all = [
    PhotoFixture(
      name: "sunset.jpg", number: 12, size: PixelSize(width: 642, height: 428), encoding: jpeg),
    PhotoFixture(
      name: "mountains.jpg", number: 13, size: PixelSize(width: 640, height: 320), encoding: jpeg),
    PhotoFixture(
      name: "night-city.png", number: 8, size: PixelSize(width: 384, height: 216),
      encoding: .png(.default)),
    PhotoFixture(
      name: "meadow.jpg", number: 3, size: PixelSize(width: 640, height: 480), encoding: jpeg),
    PhotoFixture(
      name: "dunes.png", number: 10, size: PixelSize(width: 240, height: 240),
      encoding: .png(.default)),
    PhotoFixture(
      name: "snowy-hill.jpg", number: 11, size: PixelSize(width: 480, height: 640), encoding: jpeg,
      orientation: .right),
  ]

  /// With gain maps: bright skies and lights have up to 2.5 stops more.
  static let hdr = [
    PhotoFixture(
      name: "sunset.jpg", number: 6, size: PixelSize(width: 480, height: 320), encoding: jpeg,
      gainMap: #"hdrgm:GainMapMax="2.5" hdrgm:HDRCapacityMax="2.5""#),
    PhotoFixture(
      name: "night-city.jpg", number: 14, size: PixelSize(width: 480, height: 320), encoding: jpeg,
      gainMap: #"hdrgm:GainMapMax="2.5" hdrgm:HDRCapacityMax="2.5""#),
  ]

  func file() throws -> FixtureFile {
    let upright = SamplePicture.raster(number, size: size)
    if let gainMap {
      let map = try SamplePicture.gainMap(of: upright).encoded(as: encoding)
      let base = try upright.encoded(as: encoding)
      return FixtureFile(name, UltraHDR.photo(base, map: map, gainMap))
    }
    switch orientation {
    case .right:
      var jpeg = JPEGBytes(bytes: try upright.turnedLeft().encoded(as: encoding))
      jpeg.insert(orientation: orientation.rawValue)
      return FixtureFile(name, jpeg.bytes)
    default:
      return FixtureFile(name, try upright.encoded(as: encoding))
    }
  }
}

extension Raster {
  /// The picture as a file without a recipe.
  func encoded(as encoding: Encoding) throws -> [UInt8] {
    try PixelBands(self, as: encoding).encoded()
  }

  /// The picture rotated by a quarter turn to the left: what a camera stores when it is held
  /// upright.
  func turnedLeft() -> Raster {
    Raster(size: size.transposed) { x, y in self[size.width - 1 - y, x] }
  }
}
