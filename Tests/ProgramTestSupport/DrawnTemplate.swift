package import Imaging
import PhotoCodecs
import SystemPackage
import TestSupport

/// A template of rectangles, which a test draws.
package struct DrawnTemplate {
  package static let colour = Colour(red: 90, green: 60, blue: 30)

  package let size: PixelSize
  package let openings: [PixelRect]

  package init(_ width: Int, _ height: Int, _ openings: [PixelRect]) {
    size = PixelSize(width: width, height: height)
    self.openings = openings
  }

  /// Two openings side by side.
  package static let pair = DrawnTemplate(
    120, 60,
    [
      PixelRect(x: 10, y: 10, width: 40, height: 40),
      PixelRect(x: 70, y: 10, width: 40, height: 40),
    ])

  package var raster: Raster {
    let raster = Raster(size: size, filledWith: Self.colour)
    for area in openings {
      for y in area.y..<area.y + area.height {
        raster.withRow(y) { row in
          for x in area.x..<area.x + area.width { row[4 * x + 3] = 0 }
        }
      }
    }
    return raster
  }

  package func png() throws -> [UInt8] {
    try PixelBands(raster, as: .png(.default), hasAlpha: true).encoded()
  }
}

extension Workplace {
  /// A place with a template, and flat photos of pure colours: `red.png`, `green.png`, `blue.png`.
  package static func withTemplate(_ template: DrawnTemplate = .pair) throws -> Workplace {
    let place = try Workplace(photos: 0)
    try place.folder.write(template.png(), to: "t.png")
    for (name, colour) in [("red", Colour.pureRed), ("green", .pureGreen), ("blue", .pureBlue)] {
      try place.folder.write(
        Picture.png(Picture.flat(colour, PixelSize(width: 90, height: 70))),
        to: FilePath("\(name).png"))
    }
    return place
  }
}
