package import Imaging
import PhotoCodecs
import SamplePictures
import SystemPackage
package import TestSupport

/// Photos to choose in the prompt.
package enum PromptPhotos {
  /// Seven small ones, all different.
  package static let names = ["a.jpg", "b.png", "c.jpg", "d.png", "e.jpg", "f.png", "g.jpg"]
  package static let size = PixelSize(width: 48, height: 32)

  private static let files: [[UInt8]] = names.indices.map { index in
    let raster = SamplePicture.raster(index, size: size)
    return encoded(raster, names[index].hasSuffix(".png") ? .png(.default) : .jpeg(.default))
  }

  /// A new folder with the seven in it.
  package static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, file) in zip(names, files) { try folder.write(file, to: FilePath(name)) }
    return folder
  }

  /// The bytes of the first one as JPEG, to be written under another name.
  package static var jpeg: [UInt8] { files[0] }

  /// The bytes of the second one.
  package static var png: [UInt8] { files[1] }

  /// The first one lying on its side, with a note in its EXIF data that tells how to turn it (6: by
  /// 90 degrees to the right).
  package static var turnedJPEG: [UInt8] {
    let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    let exif = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
    return Array(jpeg.prefix(2)) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + jpeg.dropFirst(2)
  }

  /// Writes six PNG files that take seconds to decode, though they are quick to make and small on
  /// disk.
  package static func writeSlow(in folder: TemporaryFolder) throws -> [String] {
    try (1...6).map { number in
      let name = "slow\(number).png"
      try folder.write(slow, to: FilePath(name))
      return name
    }
  }

  private static let slow = encoded(
    Raster(size: PixelSize(width: 10_000, height: 6_000), filledWith: .white), .png(.default))

  private static func encoded(_ raster: Raster, _ encoding: Encoding) -> [UInt8] {
    do {
      return try PixelBands(raster, as: encoding).encoded()
    } catch {
      fatalError("a sample can't be encoded: \(error)")
    }
  }
}
