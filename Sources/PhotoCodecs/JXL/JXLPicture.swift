internal import CSandboxedCodecs
internal import Imaging

/// A JPEG XL before its pixels are decoded: what its headers say, and how the worker is to decode
/// it.
struct JXLPicture {
  /// In pixels, as it is delivered: not turned.
  let size: PixelSize
  /// The codestream's. What EXIF says of it never counts.
  let orientation: Orientation
  let metadata: PhotoMetadata
  /// 1 for grey, 3 for colours, 4 for inks.
  let channels: Int
  let isOpaque: Bool
  let request: DecodeRequest
  /// For what else the file holds.
  let container: JXLContainer

  /// Enough for headers without long names of channels, and for all.
  private static let headerBytes = [1 << 12, 1 << 18]
  /// The most of EXIF or XMP that is read, in bytes.
  private static let maxMetadataBytes = 1 << 20
  private static let maxBits = 31

  /// Reads a file's structure and metadata.
  ///
  /// - Throws: `damaged`, `unsupported`, `tooManyPixels`, `readFailed`, `changedWhileReading`,
  ///   `outOfMemory`, `cancelled`.
  /// - Cost: a read for each box, and those of the metadata; a process of some milliseconds where
  ///   there is an ICC profile that is needed, or compressed metadata.
  static func read(
    _ file: borrowing PhotoFile, limits: DecodeLimits, isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) -> JXLPicture {
    let window = FileWindow(
      file.descriptor, size: file.size, windowSize: 512, isCancelled: isCancelled)
    let container = try JXLContainer(window)
    let header = try header(of: container, in: window)
    try check(header, limits)
    var metadata = try metadata(of: container, in: window)
    let needsProfile = header.colours.hasProfile && !header.isXYB
    let records = try JXLRecords.read(
      container, hasProfile: needsProfile, of: file, limits, isCancelled: isCancelled)
    metadata.exif = metadata.exif ?? records?.exif.flatMap { exif(in: $0[...]) }
    metadata.xmp = metadata.xmp ?? records?.xmp
    if needsProfile { metadata.profile = records?.profile ?? [] }
    if header.isAnimated { metadata.fault = "only the first frame of its animation is used" }
    return JXLPicture(header, container, metadata)
  }

  private init(_ header: JXLHeader, _ container: JXLContainer, _ stated: PhotoMetadata) {
    var metadata = stated
    let delivered = header.isXYB ? header.colours.delivered : header.colours
    delivered.set(&metadata)
    metadata.contentPeak = header.peak
    let black = header.extraChannels.firstIndex { $0.type == JXLHeader.ExtraChannel.black }
    let hasInks =
      black != nil && metadata.profile.flatMap(ColourProfile.profile)?.channels == 4
    size = header.size
    orientation = header.orientation
    channels = hasInks ? 4 : header.colours.isGrey ? 1 : 3
    isOpaque = hasInks || header.alpha == nil
    self.container = container
    self.metadata = metadata
    var parameters = csandboxed_jxl_request()
    parameters.task = .pixels
    parameters.black_channel = hasInks ? Int32(black ?? 0) : -1
    if header.isXYB {
      parameters.colour_space = UInt32(delivered.space)
      parameters.primaries = UInt32(delivered.primaries)
      parameters.curve = UInt32(delivered.curve)
    }
    let bits = max(header.bits, isOpaque ? 0 : header.alpha?.bits ?? 0)
    let needsWords = bits > 8 || (header.isXYB && delivered.needsWords)
    request = DecodeRequest(
      .jxl, container.parameters(parameters), size, depth: needsWords ? 16 : 8,
      decoderBytes: header.decoderBytes)
  }

  /// The gain map in a codestream of its own, to which no metadata belong.
  ///
  /// - Throws: `damaged`, `unsupported`, `tooManyPixels`, `readFailed`, `cancelled`.
  static func readMap(
    _ codestream: Range<Int>, of file: FileWindow, _ limits: DecodeLimits
  ) throws(CodecError) -> JXLPicture {
    let container = JXLContainer(codestream: codestream)
    let header = try header(of: container, in: file)
    try check(header, limits)
    return JXLPicture(header, container, PhotoMetadata())
  }

  private static func header(
    of container: JXLContainer, in file: FileWindow
  ) throws(CodecError) -> JXLHeader {
    let first = try container.beginning(of: file, limit: headerBytes[0])
    do throws(CodecError) {
      return try JXLHeader(first)
    } catch .damaged where first.count == headerBytes[0] {
      return try JXLHeader(try container.beginning(of: file, limit: headerBytes[1]))
    }
  }

  private static func check(_ header: JXLHeader, _ limits: DecodeLimits) throws(CodecError) {
    guard header.size.pixels <= limits.pixels else {
      throw .tooManyPixels(header.size, limit: limits.pixels)
    }
    // Others are converted by the decoder, whatever they were made of.
    guard !header.isXYB else { return }
    if header.isFloat {
      throw .unsupported(reason: "floating-point samples, \(header.bits) bits a sample")
    }
    guard header.bits <= maxBits else {
      throw .unsupported(reason: "\(header.bits) bits a sample")
    }
  }

  /// The metadata that isn't compressed.
  private static func metadata(
    of container: JXLContainer, in file: FileWindow
  ) throws(CodecError) -> PhotoMetadata {
    var metadata = PhotoMetadata()
    func bytes(_ record: JXLContainer.Record?) throws(CodecError) -> ArraySlice<UInt8>? {
      guard case .plain(let range) = record, range.count <= maxMetadataBytes else { return nil }
      return try file.read(at: range.lowerBound, count: range.count)
    }
    metadata.exif = try bytes(container.exif).flatMap(exif)
    metadata.xmp = try bytes(container.xmp).map(Array.init)
    return metadata
  }

  /// The TIFF structure in a box: first comes how far away it begins.
  private static func exif(in box: ArraySlice<UInt8>) -> [UInt8]? {
    guard box.count > 4 else { return nil }
    let offset = box.prefix(4).bigEndian
    return offset <= box.count - 4
      ? EXIF.withoutSignature(Array(box.dropFirst(4 + offset))) : nil
  }
}

extension JXLHeader {
  private static let mebibyte = 1 << 20

  /// The channel that says how opaque pixels are; nil if all are.
  fileprivate var alpha: ExtraChannel? { extraChannels.first { $0.type == ExtraChannel.alpha } }

  /// The most that libjxl uses beside the pixels that it delivers, in bytes: whole frames as
  /// floating-point numbers, one that is decoded and others that it is blended with, and
  /// coefficients.
  fileprivate var decoderBytes: Int {
    64 * Self.mebibyte + (40 + 16 * extraChannels.count) * size.pixels
  }
}
