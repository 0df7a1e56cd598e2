import Imaging
import PhotoCodecs
import PhotoLayouts
import SystemPackage

@testable import CollageKit

extension Savable where Self == Collage {
  /// A small finished collage of nothing; another number makes another picture.
  static func sample(
    _ number: Int = 1, as encoding: Encoding = .png(.default),
    size: PixelSize = PixelSize(width: 30, height: 20),
    inputs: [FileIdentity] = []
  ) -> Collage {
    Collage(
      PixelBands(.varied(size, number: number), as: encoding),
      Recipe([], digests: [], on: size, MadeOptions(CollageOptions()), encoding), inputs: inputs)
  }
}

extension Collage {
  /// The file as its encoder gives it.
  func pieces() throws -> [[UInt8]] {
    let encoder = try encoder()
    var pieces: [[UInt8]] = []
    while let piece = try encoder.nextBytes() { pieces.append(piece) }
    return pieces
  }

  func bytes() throws -> [UInt8] { try pieces().reduce(into: []) { $0 += $1 } }
}

extension CollageMaker {
  /// A maker of small collages with the layout `grid`.
  static func small(_ change: (inout CollageMaker) -> Void = { _ in }) -> CollageMaker {
    var maker = CollageMaker(.on(PixelSize(width: 60, height: 40)), encoding: .png(.default))
    change(&maker)
    return maker
  }
}

extension CollageOptions {
  /// A canvas of this size.
  static func on(_ canvas: PixelSize, _ style: LayoutStyle = .grid, background: Colour = .white)
    -> Self
  {
    var options = CollageOptions()
    options.layout.canvas = .pixels(canvas)
    options.layout.style = style
    options.decoration.background = .colour(background)
    return options
  }
}

extension FilePath {
  /// The identity of the file here.
  func identity() throws -> FileIdentity { FileIdentity(try stat()) }
}
