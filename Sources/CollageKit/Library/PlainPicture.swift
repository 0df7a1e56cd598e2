internal import Imaging
package import PhotoCodecs

/// A picture that is no collage, such as a template: its file carries no recipe, so that it counts
/// as the user's own from then on.
package struct PlainPicture: Savable {
  private let pixels: PixelBands
  package let inputs: [FileIdentity]
  package let inputDigests: Set<Digest>
  private let density: Density?
  private let threads: Int

  /// - Parameters:
  ///   - pixels: of which everything is drawn.
  ///   - source: the file that it was made of, which must not be replaced; nil for none.
  ///   - density: its print resolution; nil for none.
  init(
    _ pixels: PixelBands, of source: OpenedPicture? = nil, density: Density? = nil, threads: Int
  ) {
    self.pixels = pixels
    self.density = density
    inputs = source.map { [$0.photo.identity] } ?? []
    inputDigests = source.map { [$0.digest] } ?? []
    self.threads = threads
  }

  package var format: OutputFormat { pixels.encoding.format }

  package func encoder() throws(CodecError) -> any FileEncoder {
    try PhotoEncoder(pixels, recipe: nil, density: density, threads: threads)
  }
}
