import CollageKit
import Imaging
import PhotoCodecs
import SystemPackage
import TestSupport

extension Raster {
  /// No pixel like its neighbour, and no two pictures alike.
  static func varied(_ size: PixelSize = PixelSize(width: 24, height: 16), number: Int = 1)
    -> Raster
  {
    Raster(size: size) { x, y in
      Colour(
        red: UInt8(truncatingIfNeeded: x * 37 + number * 101),
        green: UInt8(truncatingIfNeeded: y * 53 + x * number),
        blue: UInt8(truncatingIfNeeded: (x + y) * 11 + number * 7))
    }
  }

  static func plain(_ colour: Colour, _ size: PixelSize = PixelSize(width: 12, height: 8)) -> Raster
  {
    Raster(size: size, filledWith: colour)
  }

  /// The picture as a file that is no collage.
  func encoded(_ encoding: Encoding = .png(.default)) throws -> [UInt8] {
    try PixelBands(self, as: encoding).encoded()
  }
}

extension Colour {
  static let red = Colour(red: 200, green: 10, blue: 20)
  static let blue = Colour(red: 5, green: 30, blue: 220)
}

extension TemporaryFolder {
  /// Makes a photo and returns its absolute path.
  @discardableResult
  func writePhoto(
    _ name: FilePath, _ raster: Raster = .varied(), as encoding: Encoding = .png(.default)
  ) throws
    -> FilePath
  {
    try write(raster.encoded(encoding), to: name)
  }

  /// Makes so many different photos, named "0.png" and so on.
  func writePhotos(_ count: Int) throws -> [FilePath] {
    try (0..<count).map { try writePhoto(FilePath("\($0).png"), .varied(number: $0)) }
  }

  /// The photo of this name.
  func photo(_ name: FilePath) throws -> Photo {
    try Photo(at: path(of: name), limits: DecodeLimits())
  }
}

/// An interlaced PNG of four by four grey pixels: its decoder must hold 20 bytes.
let interlacedPhoto: [UInt8] = [
  0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
  0x00, 0x00,
  0x00, 0x04, 0x00, 0x00, 0x00, 0x04, 0x08, 0x00, 0x00, 0x00, 0x01, 0xFB, 0x9D, 0xF1, 0x34, 0x00,
  0x00, 0x00,
  0x0F, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x88, 0x62, 0x00, 0x42, 0x04, 0x82, 0x12, 0x00,
  0x3B, 0x81,
  0x05, 0xA1, 0x62, 0xFC, 0x49, 0x0C, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42,
  0x60, 0x82,
]
