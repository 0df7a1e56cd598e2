import PhotoCodecs
import SystemPackage

@testable import CollageKit

extension Collage {
  /// A small finished collage of nothing; another number makes another picture.
  static func sample(
    _ number: Int = 1, as encoding: Encoding = .png(.default), size: PixelSize = PixelSize(width: 30, height: 20),
    inputs: [FileIdentity] = []
  ) -> Collage {
    Collage(
      pixels: PixelBands(.varied(size, number: number), as: encoding),
      recipe: Recipe([], digests: [], on: size, style: CollageStyle(), encoding: encoding),
      inputs: inputs, warnings: [])
  }
}

extension CollageMaker {
  /// A maker of small collages with the layout `grid`.
  static func small(_ change: (inout CollageMaker) -> Void = { _ in }) -> CollageMaker {
    var maker = CollageMaker()
    maker.style = CollageStyle(canvas: .fixed(PixelSize(width: 60, height: 40)), layout: .grid)
    maker.encoding = .png(.default)
    change(&maker)
    return maker
  }
}

extension FilePath {
  /// The identity of the file here.
  func identity() throws -> FileIdentity { FileIdentity(try stat()) }
}
