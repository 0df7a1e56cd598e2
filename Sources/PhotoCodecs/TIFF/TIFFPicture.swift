internal import CSandboxedCodecs
internal import Imaging

/// A TIFF before its pixels are decoded: what its first page's directory says, and how the worker
/// is to decode it.
struct TIFFPicture {
  let size: PixelSize
  let metadata: PhotoMetadata
  /// 1 for grey, 3 for colours, 4 for inks that a profile converts.
  let channels: Int
  let isOpaque: Bool
  let request: DecodeRequest
  private let file: FileWindow

  /// Bytes per read. Directories and the values of their fields are often close together.
  private static let windowSize = 4096
  /// More than any writer has.
  private static let maxEntries = 4096
  /// The most of XMP or IPTC that is read, in bytes.
  private static let maxMetadataBytes = 1 << 20

  /// Reads the first directory and the metadata.
  ///
  /// - Throws: `damaged`, `unsupported`, `tooManyPixels`, `tooLarge`, `readFailed`,
  ///   `changedWhileReading`, `cancelled`.
  /// - Cost: some short reads, and those of the profile and the metadata.
  static func read(
    _ file: borrowing PhotoFile, limits: DecodeLimits, isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) -> TIFFPicture {
    let window = FileWindow(
      file.descriptor, size: file.size, windowSize: windowSize, isCancelled: isCancelled)
    do throws(CodecError) {
      return try TIFFPicture(window, limits)
    } catch {
      throw window.failure ?? error
    }
  }

  /// - Throws: what failed when the file was read since then.
  func requireReading() throws(CodecError) { if let failure = file.failure { throw failure } }

  private init(_ file: FileWindow, _ limits: DecodeLimits) throws(CodecError) {
    self.file = file
    guard
      let structure = TIFFStructure(file)
        ?? TIFFStructure(file, version: TIFFStructure.bigVersion),
      let offset = structure.firstDirectory,
      let first = structure.directory(at: offset, limit: Self.maxEntries)
    else { throw .damaged(reason: "its first directory is missing or cut off") }
    let directory = try TIFFDirectory(structure, at: first)
    size = directory.size
    guard size.pixels <= limits.pixels else { throw .tooManyPixels(size, limit: limits.pixels) }
    var metadata = PhotoMetadata()
    metadata.tiff = structure
    func data(_ tag: Int, limit: Int) -> [UInt8]? {
      guard let range = first.fields[tag].flatMap(structure.dataOrLongs) else { return nil }
      return range.count <= limit && range.upperBound <= file.size
        ? structure.bytes(range, limit: limit).map(Array.init) : nil
    }
    if first.fields[TIFFDirectory.Tag.profile] != nil {
      metadata.profile =
        data(TIFFDirectory.Tag.profile, limit: ColourProfile.maxBytes) ?? []
    }
    metadata.xmp = data(TIFFDirectory.Tag.xmp, limit: Self.maxMetadataBytes)
    if let records = data(TIFFDirectory.Tag.iptc, limit: Self.maxMetadataBytes) {
      metadata.iptc = IPTC.records(records[...])
    }
    if Self.hasFurtherPage(first.next, besides: offset, in: structure) {
      metadata.fault = "only the first of its pages is used"
    }
    let profileChannels = metadata.profile.flatMap(ColourProfile.profile)?.channels
    let keepsInks = directory.model == .inks && profileChannels == 4
    channels = directory.channels(keepingInks: keepsInks)
    isOpaque = directory.alpha == nil || directory.isConverted
    self.metadata = metadata
    request = try directory.request(keepingInks: keepsInks)
  }

  /// Whether the next directory is another page, and not the first one again or a smaller copy. Of
  /// the chain no more is read.
  private static func hasFurtherPage(
    _ next: Int, besides first: Int, in structure: TIFFStructure
  ) -> Bool {
    guard next != 0, next != first, let page = structure.directory(at: next, limit: maxEntries)
    else { return false }
    let type = page.fields[TIFFDirectory.Tag.subfileType].flatMap(structure.number) ?? 0
    return type & 1 == 0
  }
}

extension TIFFDirectory {
  private static let mebibyte = 1 << 20
  /// For libtiff's own structures.
  private static let leastDecoderBytes = 16 * mebibyte
  /// For the windows of LZMA, Zstandard and others that hold more than rows.
  private static let windowBytes = 112 * mebibyte
  private static let compressionsWithWindows = [34887, 34925, 50000, 50001]
  private static let jpegCompressions = [6, 7]
  /// Chunks of that many bytes are always allowed; larger ones only if the picture is as large.
  private static let allowedChunkBytes = 64 * mebibyte
  /// For each strip or tile: where it is, how long it is, and what libtiff reads these into.
  private static let bytesPerChunk = 64

  /// Bits of the samples that are delivered.
  private var depth: Int { bits <= 8 || isConverted ? 8 : 16 }

  /// Those that a profile must have.
  func channels(keepingInks keepsInks: Bool) -> Int {
    switch model {
    case .grey, .invertedGrey: 1
    case .rgb, .palette, .yCbCr: 3
    case .inks: keepsInks ? 4 : 3
    }
  }

  /// - Throws: `tooLarge` for strips or tiles that are larger than the picture needs.
  func request(keepingInks keepsInks: Bool) throws(CodecError) -> DecodeRequest {
    let chunkBytes = try chunkBytes()
    var parameters = csandboxed_tiff_request()
    parameters.colours = colours
    parameters.bits = UInt32(bits)
    parameters.samples = UInt32(samples)
    parameters.is_planar = isPlanar ? 1 : 0
    parameters.alpha = Int32(isConverted ? -1 : alpha ?? -1)
    parameters.is_premultiplied = isPremultiplied ? 1 : 0
    parameters.keeps_inks = keepsInks ? 1 : 0
    parameters.is_jpeg_ycbcr = isJPEGOfYCbCr ? 1 : 0
    parameters.compression = UInt32(compression)
    parameters.tile_width = UInt32(tile?.width ?? 0)
    parameters.tile_height = UInt32(tile?.height ?? 0)
    parameters.rows_per_strip = UInt32(rowsPerStrip)
    return DecodeRequest(
      .tiff, [UInt8](bytesOf: parameters), size, depth: depth,
      decoderBytes: decoderBytes(chunkBytes))
  }

  private var colours: CSandboxedTIFFColours {
    if isConverted { return .converted }
    return switch model {
    case .grey: .grey
    case .invertedGrey: .invertedGrey
    case .rgb, .yCbCr: .RGB
    case .palette: .palette
    case .inks: .inks
    }
  }

  /// The bytes of a decoded strip or tile.
  private func chunkBytes() throws(CodecError) -> Int {
    let pixelBytes = max((samples * bits + 7) / 8, isConverted ? 8 : 1)
    let allowed = max(Self.allowedChunkBytes, 2 * size.pixels * pixelBytes)
    guard chunk.pixels <= allowed / pixelBytes else {
      throw .tooLarge(reason: "tiles of \(chunk) pixels")
    }
    return chunk.pixels * pixelBytes
  }

  /// What libtiff may use beside the pixels that it delivers, in bytes: a row of a strip, or a
  /// tile; where it decodes JPEGs, their coefficients; and the list of all strips or tiles.
  private func decoderBytes(_ chunkBytes: Int) -> Int {
    let across = (size.width + chunk.width - 1) / chunk.width
    let down = (size.height + chunk.height - 1) / chunk.height
    let chunks = across * down * (isPlanar ? samples : 1)
    var bytes = Self.leastDecoderBytes + Self.bytesPerChunk * chunks
    // A row in several forms: coded, decoded and with differences undone.
    bytes += 4 * size.width * samples * 2
    if tile != nil || isConverted { bytes += 3 * chunkBytes }
    if Self.jpegCompressions.contains(compression) { bytes += 3 * chunkBytes }
    if Self.compressionsWithWindows.contains(compression) {
      bytes += Self.windowBytes + 3 * chunkBytes
    }
    return bytes
  }
}
