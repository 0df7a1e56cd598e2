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
  /// When the photo was taken, by the camera's clock; nil if EXIF, XMP and IPTC don't say.
  package let taken: LocalTime?
  /// The milliseconds of `taken`, 0 to 999; nil if EXIF doesn't say.
  package let takenMilliseconds: Int?
  /// The camera's make and model as EXIF has them, unchecked; nil if it doesn't say.
  package let camera: String?
  /// The photo's title, else its description, from XMP, IPTC, EXIF or a PNG's texts, on one line;
  /// nil if there is none.
  package let title: String?
  /// Where it was taken, in words, from XMP or IPTC; nil if they don't say.
  package let place: String?
  /// The print resolution that somebody meant; nil if the file doesn't say.
  package let density: Density?
  /// The regions that the file declares, in shares of the stored picture.
  private let storedRegions: [PhotoRegion]
  /// The bytes of a raw file, or of a PDF, that hold the JPEG to show, or of a lossless PDF that hold
  /// its deflated rows; nil for other files.
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
  package private(set) var gainMap: GainMapPlace?
  /// Why a gain map that the photo has, or announces, can't be used, for a warning; nil if nothing
  /// is wrong. The photo itself can be used.
  package private(set) var gainMapFault: String?

  /// How to rotate or mirror the stored picture so that it is shown as the user wants it.
  package var orientation: Orientation { fileOrientation.followed(by: turn.orientation) }

  /// The size in pixels as the photo is shown: upright, then rotated as the user wants it.
  package var size: PixelSize { orientation.applied(to: storedSize) }

  /// The regions that a crop should keep according to the file, in the photo as it is shown; empty
  /// if the file declares none.
  package var declaredRegions: [PhotoRegion] {
    storedRegions.map { $0.stored(orientation.inverse) }
  }

  /// Reads a photo's header and metadata.
  ///
  /// - Parameter isCancelled: called before each read.
  /// - Throws: `notAPicture`, `damaged`, `unsupported`, `tooManyPixels`, `tooLarge`,
  ///   `oversizedFile`, `readFailed`, `outOfMemory`, `cancelled`.
  /// - Cost: a few reads of some kilobytes, whatever the photo's size; some megabytes if the file
  ///   begins with junk; for a PNG, everything before its pixels; where a gain map is asked for that
  ///   isn't where the file says, all of the photo.
  package init(
    of file: borrowing PhotoFile, limits: DecodeLimits,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) {
    if limits.readsCollagePDFs, let beginning = try PDFBeginning(of: file) {
      try self.init(ofPDF: file, beginning, isCancelled)
      try Self.check(storedSize, of: file, limits)
      return
    }
    let signature = try file.read(at: 0, count: min(PhotoFormat.signatureLength, file.size))
    let format = try PhotoFormat.recognise(signature)
    switch format {
    case .jpeg:
      let metadata = try JPEGSegments.metadata(of: file, isCancelled: isCancelled)
      let header = try JPEGReader.open(file, isCancelled: isCancelled).header
      try self.init(.jpeg, header, in: nil, metadata)
      if readsGainMap(limits) {
        set(
          try JPEGGainMap.find(
            in: file, metadata, of: storedSize, limits, isCancelled: isCancelled))
      }
    case .png:
      // Checked first, because libpng reads everything that comes before the pixels, which may be
      // gigabytes.
      if let size = try PNGChunks.statedSize(of: file) { try Self.check(size, of: file, limits) }
      let metadata = try PNGChunks.metadata(of: file, isCancelled: isCancelled)
      let header = try PNGReader.open(file, isCancelled: isCancelled).header
      try self.init(
        format: format, storedSize: header.size, metadata: metadata,
        channels: header.isGrey ? 1 : 3,
        isOpaque: !header.hasAlpha,
        decoderBufferBytes: header.bufferBytes)
    case .raw:
      try self.init(ofRaw: file, isCancelled)
    case .webp:
      let header = try WebPHeader.read(file, isCancelled: isCancelled)
      try self.init(
        format: format, storedSize: header.size, metadata: header.metadata, channels: 3,
        isOpaque: header.isOpaque,
        isReducible: header.isReducible, request: header.request)
    case .heic, .avif:
      let picture = try HEIFPicture.read(file, limits: limits, isCancelled: isCancelled)
      try self.init(
        format: picture.format, storedSize: picture.size, metadata: picture.metadata,
        orientation: picture.orientation,
        ignoredOrientation: picture.ignoredOrientation, channels: picture.channels,
        isOpaque: picture.isOpaque,
        request: picture.request)
      if readsGainMap(limits) {
        set(try HEIFGainMap.find(of: picture, limits, isCancelled: isCancelled))
      }
    }
    try Self.check(storedSize, of: file, limits)
  }

  /// Whether to look for a gain map. A photo with samples of high dynamic range needs none: its map
  /// would lead to a rendition without.
  private func readsGainMap(_ limits: DecodeLimits) -> Bool {
    if case .highDynamicRange = colours { return false }
    return limits.readsGainMaps
  }

  private mutating func set(_ finding: GainMapFinding) {
    gainMap = finding.place
    gainMapFault = finding.fault
  }

  private init(
    ofRaw file: borrowing PhotoFile, _ isCancelled: @escaping () -> Bool
  ) throws(CodecError) {
    guard let raw = try RawFile.read(file, isCancelled: isCancelled) else {
      throw .notAPicture(type: .tiff)
    }
    guard let preview = raw.preview else {
      throw .unsupported(reason: "a raw file without a JPEG preview")
    }
    var metadata = try JPEGSegments.metadata(of: file, in: preview, isCancelled: isCancelled)
    metadata.raw = raw.fields
    let header = try JPEGReader.open(file, in: preview, isCancelled: isCancelled).header
    metadata.fault =
      "only its embedded preview of \(header.size) pixels is used, not the raw data"
    try self.init(.raw, header, in: preview, metadata)
  }

  private init(
    ofPDF file: borrowing PhotoFile, _ beginning: PDFBeginning, _ isCancelled: @escaping () -> Bool
  ) throws(CodecError) {
    guard let picture = try PDFPicture(after: beginning, in: file) else {
      throw .damaged(reason: "the picture in the PDF is missing")
    }
    let stream = picture.stream
    switch picture.coding {
    case .jpeg:
      let metadata = try JPEGSegments.metadata(of: file, in: stream, isCancelled: isCancelled)
      let header = try JPEGReader.open(file, in: stream, isCancelled: isCancelled).header
      try self.init(.jpeg, header, in: stream, metadata)
    case .deflated:
      var metadata = PhotoMetadata()
      metadata.profile = picture.profile
      // The rows are decoded from a copy in memory.
      try self.init(
        format: .png, storedSize: picture.size, preview: stream, metadata: metadata, channels: 3,
        isOpaque: true, decoderBufferBytes: stream.count)
    }
  }

  private static func check(
    _ size: PixelSize, of file: borrowing PhotoFile, _ limits: DecodeLimits
  ) throws(CodecError) {
    guard size.pixels <= limits.pixels else { throw .tooManyPixels(size, limit: limits.pixels) }
    guard file.size <= maxFileBytes(for: size) else { throw .oversizedFile(bytes: file.size, size) }
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
    taken = nil
    takenMilliseconds = nil
    camera = nil
    title = nil
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

  /// The largest file, in bytes, that is accepted for a picture of this size: twice its pixels with
  /// four 16-bit channels, plus 256 MiB for metadata, a video or further pictures. Limited, because
  /// the whole file is read for its digest.
  fileprivate static func maxFileBytes(for size: PixelSize) -> Int { 16 * size.pixels + 256 << 20 }

  /// - Parameter range: where the JPEG lies in the file; nil for all of it.
  private init(
    _ format: PhotoFormat, _ jpeg: JPEGReader.Header, in range: Range<Int>?,
    _ metadata: PhotoMetadata
  ) throws(CodecError) {
    try self.init(
      format: format, storedSize: jpeg.size, preview: range, metadata: metadata,
      channels: jpeg.channels, isOpaque: true, isReducible: true,
      decoderBufferBytes: jpeg.coefficientBytes)
  }

  /// - Parameter orientation: nil for the metadata's.
  private init(
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
    taken = metadata.taken
    takenMilliseconds = metadata.takenMilliseconds
    camera = metadata.camera
    (title, place) = (metadata.title, metadata.place)
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

extension PhotoFile {
  /// Whether the file is so much larger than its picture needs that `PhotoEncoder` can't have
  /// written it. A file without a picture is measured as if it had one pixel.
  ///
  /// - Parameter isCancelled: called before each read.
  /// - Throws: `readFailed`, `changedWhileReading`, `outOfMemory`, `cancelled`.
  package func isOversized(isCancelled: @escaping () -> Bool = { false }) throws(CodecError) -> Bool
  {
    if size <= PhotoHeader.maxFileBytes(for: PixelSize(width: 1, height: 1)) { return false }
    if let beginning = try PDFBeginning(of: self) {
      return try PDFPicture(after: beginning, in: self).map {
        size > PhotoHeader.maxFileBytes(for: $0.size)
      } ?? true
    }
    // The longest side that any format allows.
    let maxSide = Encoding.png(.default).maxSide
    do throws(CodecError) {
      _ = try PhotoHeader(
        of: self, limits: DecodeLimits(pixels: maxSide * maxSide), isCancelled: isCancelled)
      return false
    } catch {
      switch error {
      case .readFailed, .changedWhileReading, .outOfMemory, .cancelled: throw error
      default: return true
      }
    }
  }
}
