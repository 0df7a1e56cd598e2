package import Imaging

/// What is known about a photo before any pixel is decoded.
package struct PhotoHeader: Hashable, Sendable {
  package let format: PhotoFormat
  /// The size in pixels as stored, before rotation.
  package let storedSize: PixelSize
  /// How to rotate or mirror the stored picture so that it is upright, according to the file.
  package let fileOrientation: Orientation
  /// EXIF's orientation in a HEIC or AVIF whose properties don't say how the picture is rotated. It
  /// is ignored, as the standard requires, so the photo may lie on its side. Nil for upright, and
  /// for other photos.
  package let ignoredOrientation: Orientation?
  /// How the user wants the photo rotated, on top of that; `none` in a header that was just read.
  package private(set) var turn = Turn.none
  /// What the file states of the photo beside its pixels.
  package let facts: StatedFacts
  /// The camera's make and model as EXIF has them, unchecked; nil if it doesn't say.
  package let camera: String?
  /// How the camera was set.
  package let settings: CameraSettings
  /// Where it was taken, in words, from XMP or IPTC; nil if they don't say.
  package let place: String?
  /// The print resolution that somebody meant; nil if the file doesn't say.
  package let density: Density?
  /// The regions that the file declares, in shares of the stored picture.
  private let storedRegions: [PhotoRegion]
  /// The bytes of a raw file, or of a PDF, that hold the JPEG to show, or of a lossless PDF that
  /// hold its deflated rows; nil for other files.
  let preview: Range<Int>?
  /// How the samples map to colours.
  package let colours: PhotoColours
  package let isOpaque: Bool
  /// Bytes that the decoder has to hold at once because of the format: the coefficients of a
  /// multi-scan JPEG, all stored samples of an interlaced PNG, or everything that a worker may use.
  /// 0 for photos that are decoded row by row.
  package let decoderBufferBytes: Int
  /// What to have a worker decode, at full size; nil for formats that this process decodes itself.
  let request: DecodeRequest?
  /// Whether the decoder can deliver a reduced picture.
  let isReducible: Bool
  /// A short description of a problem that doesn't affect the pixels; nil if there is none.
  package let fault: String?
  /// The photo's gain map, if the limits asked for it; nil if it has none that can be used, and for
  /// photos whose own samples have high dynamic range.
  package internal(set) var gainMap: GainMapPlace?
  /// Why a gain map that the photo has, or announces, can't be used, for a warning; nil if nothing
  /// is wrong. The photo itself can be used.
  package internal(set) var gainMapFault: String?

  /// How to rotate or mirror the stored picture so that it is shown as the user wants it.
  package var orientation: Orientation { fileOrientation.followed(by: turn.orientation) }

  /// The part of the stored picture that counts as the photo; nil for all of it.
  private(set) var storedPart: PixelRect?

  /// The size in pixels as the photo is shown: upright, then rotated as the user wants it.
  package var size: PixelSize { orientation.applied(to: storedPart?.size ?? storedSize) }

  /// The same of the whole picture, whatever part of it counts.
  package var wholeSize: PixelSize { orientation.applied(to: storedSize) }

  /// The part of the whole picture that counts, in its pixels, as it is shown; nil for all of it.
  package var part: PixelRect? {
    storedPart.map { orientation.inverse.stored($0, upright: storedSize) }
  }

  /// The regions that a crop should keep according to the file, in the photo as it is shown; empty
  /// if the file declares none.
  package var declaredRegions: [PhotoRegion] {
    storedRegions.compactMap { region in
      guard let storedPart else { return region }
      return region.inside(storedPart, of: storedSize)
    }
    .map { $0.stored(orientation.inverse) }
  }

  /// A header made from a record of a photo whose file is missing; whatever isn't recorded is as in
  /// an ordinary JPEG.
  ///
  /// - Parameter size: upright, in pixels.
  package init(recorded size: PixelSize, _ orientation: Orientation) {
    format = .jpeg
    storedSize = orientation.applied(to: size)
    fileOrientation = orientation
    ignoredOrientation = nil
    preview = nil
    facts = StatedFacts()
    camera = nil
    settings = CameraSettings()
    place = nil
    density = nil
    storedRegions = []
    colours = .sRGB
    isOpaque = true
    decoderBufferBytes = 0
    request = nil
    isReducible = true
    fault = nil
  }

  /// The header of the same photo, rotated in another way by the user.
  package func turned(_ turn: Turn) -> PhotoHeader {
    var header = self
    header.turn = turn
    return header
  }

  /// The header of the same photo, of which only a part counts.
  ///
  /// - Parameter part: as `part`.
  package func showing(_ part: PixelRect) -> PhotoHeader {
    precondition(part.isInside(wholeSize))
    var header = self
    header.storedPart = orientation.stored(part, upright: wholeSize)
    return header
  }

  /// A region of the photo as it is shown, in pixels of the stored picture.
  func stored(_ region: Region) -> Region {
    let stored = orientation.stored(region, upright: size)
    guard let storedPart else { return stored }
    return Region(
      x: stored.x + Double(storedPart.x), y: stored.y + Double(storedPart.y),
      width: stored.width, height: stored.height)
  }

  /// - Parameter orientation: nil for the metadata's.
  init(
    format: PhotoFormat, storedSize: PixelSize, preview: Range<Int>? = nil, metadata: PhotoMetadata,
    orientation: Orientation? = nil, ignoredOrientation: Orientation? = nil, channels: Int,
    isOpaque: Bool, isReducible: Bool = false, decoderBufferBytes: Int = 0,
    request: DecodeRequest? = nil
  ) throws(CodecError) {
    var colourFault: String?
    self.format = format
    self.storedSize = storedSize
    self.preview = preview
    fileOrientation = orientation ?? metadata.orientation
    self.ignoredOrientation = ignoredOrientation
    let xmp = metadata.xmp.map { XMPFacts($0) }
    facts = metadata.facts(xmp)
    camera = metadata.camera
    settings = metadata.settings
    place = metadata.place(xmp)
    density = metadata.density
    storedRegions = metadata.regions(of: storedSize, fileOrientation)
    colours = try PhotoColours(metadata, channels: channels, fault: &colourFault)
    self.isOpaque = isOpaque
    self.isReducible = isReducible
    self.request = request
    self.decoderBufferBytes = request?.totalBytes ?? decoderBufferBytes
    let faults = [metadata.fault, colourFault].compactMap(\.self)
    fault = faults.isEmpty ? nil : faults.joined(separator: "; ")
  }
}
