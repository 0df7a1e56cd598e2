internal import Imaging

extension PhotoHeader {
  /// Reads a photo's header and metadata.
  ///
  /// - Parameter isCancelled: called before each read.
  /// - Throws: `notAPicture`, `damaged`, `unsupported`, `tooManyPixels`, `tooLarge`,
  ///   `oversizedFile`, `readFailed`, `outOfMemory`, `cancelled`.
  /// - Cost: a few reads of some kilobytes, whatever the photo's size; some megabytes if the file
  ///   begins with junk; for a PNG, everything before its pixels; where a gain map is asked for
  ///   that isn't where the file says, all of the photo.
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
        channels: header.isGrey ? 1 : 3, isOpaque: !header.hasAlpha,
        decoderBufferBytes: header.bufferBytes)
    case .raw:
      if let raw = try RawFile.read(file, isCancelled: isCancelled) {
        try self.init(raw, of: file, isCancelled)
      } else {
        try self.init(ofTIFF: file, limits, isCancelled)
      }
    case .webp:
      let header = try WebPHeader.read(file, isCancelled: isCancelled)
      try self.init(
        format: format, storedSize: header.size, metadata: header.metadata, channels: 3,
        isOpaque: header.isOpaque, isReducible: header.isReducible, request: header.request)
    case .jxl:
      let picture = try JXLPicture.read(file, limits: limits, isCancelled: isCancelled)
      try self.init(
        format: format, storedSize: picture.size, metadata: picture.metadata,
        orientation: picture.orientation, channels: picture.channels, isOpaque: picture.isOpaque,
        request: picture.request)
      if readsGainMap(limits) {
        set(try JXLGainMap.find(of: picture, in: file, limits, isCancelled: isCancelled))
      }
    case .tiff:
      try self.init(ofTIFF: file, limits, isCancelled)
    case .heic, .avif:
      let picture = try HEIFPicture.read(file, limits: limits, isCancelled: isCancelled)
      try self.init(
        format: picture.format, storedSize: picture.size, metadata: picture.metadata,
        orientation: picture.orientation,
        ignoredOrientation: picture.ignoredOrientation, channels: picture.channels,
        isOpaque: picture.isOpaque, request: picture.request)
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
    ofTIFF file: borrowing PhotoFile, _ limits: DecodeLimits, _ isCancelled: @escaping () -> Bool
  ) throws(CodecError) {
    let picture = try TIFFPicture.read(file, limits: limits, isCancelled: isCancelled)
    try self.init(
      format: .tiff, storedSize: picture.size, metadata: picture.metadata,
      channels: picture.channels, isOpaque: picture.isOpaque, request: picture.request)
    try picture.requireReading()
  }

  private init(
    _ raw: RawFile, of file: borrowing PhotoFile, _ isCancelled: @escaping () -> Bool
  ) throws(CodecError) {
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
