internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// What a collage becomes: its encoding, the paper with its bleed and its sheet, and what is drawn
/// of these. Decided here, whoever makes the collage.
struct CollageOutput {
  let encoding: Encoding
  /// The resolution for printing; nil leaves it open.
  let density: Density?
  /// Nil for a collage that isn't on paper.
  private let print: PrintLayout?

  /// - Throws: what can't be printed, whatever the photos.
  init(_ made: MadeOptions, _ encoding: Encoding) throws(CollageError) {
    self.encoding = encoding
    density = made.options.layout.canvas.density
    print = try rethrowing(PrintLayout(made), CollageError.printing)
  }

  /// What is drawn beyond the canvas at each side, in pixels.
  var bleed: Int { print?.bleed ?? 0 }

  /// Whether the copies on the sheet are drawn. A PDF has the picture once, and says where it
  /// lies.
  var drawsSheet: Bool { print?.sheet != nil && !encoding.format.hasPaper }

  /// The sizes of what is drawn, in pixels: of the collage with its bleed, and of the sheet. None
  /// where the paper doesn't tell them.
  var sizes: [PixelSize] {
    guard let print else { return [] }
    return [print.size] + [drawsSheet ? print.sheetSize : nil].compactMap(\.self)
  }

  /// The memory of pixels that the collage without its bleed doesn't have.
  ///
  /// - Parameter hasGains: whether it has gains beside its pixels.
  func bytesBesideCanvas(withGains hasGains: Bool) -> Int {
    print?.bytesBesideCanvas(isPicture: drawsSheet, withGains: hasGains) ?? 0
  }

  /// The paper with a finished picture of this size.
  func page(of size: PixelSize) -> PrintedPage {
    print?.page ?? PrintedPage(covered: PaperSize(size, at: density ?? .standard))
  }

  /// The finished picture, with the gains of its pixels: the sheet where that is drawn.
  ///
  /// - Parameters:
  ///   - picture: the collage with its bleed.
  ///   - gains: the picture's; nil for none.
  ///   - ground: the colour of the paper.
  func finished(
    _ picture: Raster, _ gains: GainPlane?, on ground: Colour
  ) throws(CollageError) -> (raster: Raster, gains: GainPlane?) {
    guard drawsSheet, let print else { return (picture, gains) }
    return try rethrowing(print.sheet(of: picture, gains, on: ground)) { (_: OutOfMemory) in
      CollageError.outOfMemory(print.sheetSize ?? picture.size)
    }
  }
}
