package import Imaging
import PhotoCodecs
import SamplePictures
package import SystemPackage
import TestSupport
import ThreadPool

/// Pictures for tests, and the bytes of files of them.
package enum Picture {
  package static func sample(_ number: Int, _ size: PixelSize) -> Raster {
    SamplePicture.raster(number, size: size)
  }

  /// The JPEG file of a sample, painted once, because many tests begin with the same ones.
  package static func sampleJPEG(_ number: Int, _ size: PixelSize) -> [UInt8] {
    let key = Sample(number: number, size: size)
    if let known = samples.withLock({ $0[key] }) { return known }
    let file = jpeg(sample(number, size))
    samples.withLock { $0[key] = file }
    return file
  }

  private struct Sample: Hashable {
    let number: Int
    let size: PixelSize
  }

  private static let samples = Locked([Sample: [UInt8]]())

  package static func flat(_ colour: Colour, _ size: PixelSize) -> Raster {
    Raster(size: size, filledWith: colour)
  }

  package static func jpeg(_ raster: Raster, quality: Int = 90) -> [UInt8] {
    encoded(raster, as: .jpeg(Quality(quality)!))
  }

  package static func png(_ raster: Raster) -> [UInt8] { encoded(raster, as: .png(.default)) }

  /// A picture that is not a collage of ours.
  private static func encoded(_ raster: Raster, as encoding: Encoding) -> [UInt8] {
    do {
      return try PixelBands(raster, as: encoding).encoded()
    } catch {
      preconditionFailure("a sample could not be encoded: \(error)")
    }
  }
}

extension Workplace {
  /// The pixels of a picture here.
  package func picture(_ name: FilePath) throws -> Raster {
    try Raster.decoded(folder.path(of: name))
  }
}

extension Raster {
  /// The greatest difference of any channel of any pixel; nil when the sizes differ.
  package func difference(from other: Raster) -> Int? {
    guard size == other.size else { return nil }
    return zip(colours, other.colours).map { $0.difference(from: $1) }.max() ?? 0
  }
}

extension Colour {
  package static let pureRed = Colour(red: 255, green: 0, blue: 0)
  package static let pureGreen = Colour(red: 0, green: 255, blue: 0)
  package static let pureBlue = Colour(red: 0, green: 0, blue: 255)
  package static let yellow = Colour(red: 255, green: 255, blue: 0)

  package static func grey(_ value: UInt8) -> Colour {
    Colour(red: value, green: value, blue: value)
  }
}
