import Imaging
import PhotoCodecs
import SamplePictures
import SystemPackage
import TestSupport

/// Photos to choose: four small ones, all different.
enum SmallPhotos {
  private static let names = ["a.jpg", "b.png", "c.jpg", "d.png"]

  /// A new folder with them.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (number, name) in names.enumerated() {
      let raster = SamplePicture.raster(number, size: PixelSize(width: 48, height: 32))
      let encoding = name.hasSuffix(".png") ? Encoding.png(.default) : .jpeg(.default)
      try folder.write(PixelBands(raster, as: encoding).encoded(), to: FilePath(name))
    }
    return folder
  }
}
