package import Imaging

/// Gives the bytes of a file, piece by piece: call `nextBytes` until it returns nil.
package protocol FileEncoder: AnyObject {
  /// How much of the file has been given, 0 to 1.
  var fraction: Double { get }

  /// The next bytes of the file; nil after the last.
  ///
  /// - Throws: when the rest can't be encoded.
  func nextBytes() throws(CodecError) -> [UInt8]?

  /// Of all bytes. Ask for it after the last.
  var digest: Digest { get }
}

/// Encodes pixels into a picture's file.
///
/// The same raster, encoding and recipe always give the same bytes. The picture is tagged with the
/// raster's colour space. A collage, which is a picture with a recipe, ends with a `FileSeal`.
package final class PhotoEncoder: FileEncoder {
  private let pixels: PixelBands
  private let threads: Int
  private let file: any EncodedFile
  /// The same file, if it gets a seal.
  private let sealed: SealedFile?
  private var bandsTaken = 0

  /// - Parameters:
  ///   - pixels: must be completely drawn; bands that are already encoded are used as they are.
  ///   - recipe: embedded in the file; nil for a picture that is not a collage.
  ///   - innerRecipe: that of the JPEG in a PDF, as that would have it as a file of its own.
  ///   - density: the print resolution; nil to leave it unspecified.
  ///   - page: a PDF's page; nil for one that the pixels cover at the standard density.
  ///   - gains: what a JPEG, AVIF or JPEG XL gets as its gain map; nil for none. Then the whole
  ///     file is given at once.
  ///   - threads: the maximum number of threads; does not affect the bytes.
  /// - Throws: `outOfMemory`, or `damaged` when the raster is longer than `encoding.maxSide`.
  package init(
    _ pixels: PixelBands, recipe: RecipeRecord?, innerRecipe: RecipeRecord? = nil,
    density: Density? = nil, page: PrintedPage? = nil, gains: FittedGains? = nil, threads: Int = 1
  ) throws(CodecError) {
    self.pixels = pixels
    self.threads = threads
    let plain: any EncodedFile
    switch pixels.encoding {
    case .jpeg(let quality):
      if let gains {
        plain = GainMappedFile(
          pixels, quality: quality, recipe: recipe, density: density, gains, threads: threads)
      } else {
        plain = try JPEGFile(pixels, quality: quality, recipe: recipe, density: density)
      }
    case .png: plain = try PNGFile(pixels, recipe: recipe, density: density)
    case .pdf:
      plain = try PDFFile(
        pixels, recipe: recipe, innerRecipe: innerRecipe, density: density, page: page)
    case .webp: plain = WebPFile(pixels, recipe: recipe, density: density)
    case .avif(let quality):
      plain = AVIFFile(pixels, quality: quality, recipe: recipe, density: density, gains)
    case .jxl(let coding):
      plain = JXLFile(coding, recipe: recipe, density: density, gains)
    }
    sealed = recipe.map { _ in SealedFile(plain, pixels.encoding.format) }
    file = sealed ?? plain
  }

  package var fraction: Double {
    let height = pixels.raster.size.height
    return Double(min(bandsTaken * pixels.rowsInBand, height)) / Double(height)
  }

  package func nextBytes() throws(CodecError) -> [UInt8]? {
    guard bandsTaken < pixels.count else { return nil }
    let bands = try pixels.take(from: bandsTaken, threads: threads)
    bandsTaken += bands.count
    let areLast = bandsTaken == pixels.count
    return try file.bytes(with: bands, areLast: areLast)
  }

  /// Of a collage's file; of no bytes for a picture without a recipe.
  package var digest: Digest { Digest(sealed?.hash ?? SHA256()) }
}

extension PixelBands {
  /// Encodes the whole file at once; for small pictures.
  package func encoded(recipe: RecipeRecord? = nil, threads: Int = 1) throws(CodecError) -> [UInt8]
  {
    let encoder = try PhotoEncoder(self, recipe: recipe, threads: threads)
    var bytes: [UInt8] = []
    while let more = try encoder.nextBytes() { bytes += more }
    return bytes
  }
}

/// Assembles a file from its bands.
protocol EncodedFile {
  /// The file's next bytes, up to the end of the given bands. Call in order.
  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8]
}
