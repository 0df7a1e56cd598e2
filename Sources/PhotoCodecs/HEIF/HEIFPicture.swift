internal import CSandboxedCodecs
internal import Imaging

/// A HEIC or AVIF before its pixels are decoded: what its header says, and how the worker is to
/// decode it.
struct HEIFPicture {
  /// By the codec of its pixels.
  let format: PhotoFormat
  /// The size in pixels as it is delivered: cropped, but not turned.
  let size: PixelSize
  let orientation: Orientation
  /// EXIF's, where no property says how the picture is turned; nil for upright.
  let ignoredOrientation: Orientation?
  let metadata: PhotoMetadata
  /// 1 for a grey picture with a grey profile, else 3.
  let channels: Int
  let isOpaque: Bool
  let request: DecodeRequest
  /// For what else the file holds.
  let file: HEIFFile
  /// The item that is shown.
  let item: HEIFShownItem

  /// Reads a file's structure and metadata.
  ///
  /// - Throws: `damaged`, `unsupported`, `tooManyPixels`, `tooLarge`, `readFailed`,
  ///   `changedWhileReading`, `cancelled`.
  /// - Cost: three or four reads, one of them of all metadata; one more for each grid and overlay.
  static func read(
    _ file: borrowing PhotoFile, limits: DecodeLimits, isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) -> HEIFPicture {
    let heif = try HEIFFile(file, isCancelled: isCancelled)
    let layers = try HEIFLayers(of: heif, limits, isCancelled: isCancelled)
    let item = layers.shown
    guard let first = layers.first else { throw .damaged(reason: "it has no pixels") }
    let request = try layers.request
    var metadata = PhotoMetadata()
    metadata.exif = try exif(of: item, in: heif)
    metadata.xmp = try bytes("mime", describing: item, in: heif)
    metadata.setColours([item, first], of: heif.meta)
    // A bitstream's name for an ordinary curve is a camera's, not the one that viewers undo.
    if metadata.profile == nil, metadata.codePoints == nil, let colours = layers.bitstreamColours,
      colours.highDynamicRange != nil
    {
      metadata.codePoints = colours.ofRGB
    }
    if heif.hasTracks { metadata.addFault("only its still picture is used, not its video") }
    if item.view.ignoresCrop {
      metadata.addFault("its crop lies outside the picture and is ignored")
    }
    let isGrey = layers.codings.allSatisfy(\.isMonochrome)
    let hasGreyProfile = isGrey && metadata.profile.flatMap(ColourProfile.profile)?.channels == 1
    return HEIFPicture(
      format: layers.codings[0].codec == .HEVC ? .heic : .avif, size: request.size,
      orientation: item.view.orientation,
      ignoredOrientation: item.view.statesOrientation || metadata.orientation == .up
        ? nil : metadata.orientation,
      metadata: metadata, channels: hasGreyProfile ? 1 : 3, isOpaque: layers.isOpaque,
      request: request, file: heif, item: item)
  }

  /// The most of EXIF or XMP that is read, in bytes.
  private static let maxMetadataBytes = 1 << 20

  /// The TIFF structure of the item's EXIF, else of any; nil if there is none that can be read.
  private static func exif(
    of item: HEIFShownItem, in heif: HEIFFile
  ) throws(CodecError) -> [UInt8]? {
    guard let bytes = try bytes("Exif", describing: item, in: heif), bytes.count > 4 else {
      return nil
    }
    let offset = bytes[..<4].bigEndian
    return offset <= bytes.count - 4 ? EXIF.withoutSignature(Array(bytes[(4 + offset)...])) : nil
  }

  /// The bytes of the first item of this type that describes the picture, else of any; nil if there
  /// is none, or it is damaged.
  ///
  /// - Throws: only what says nothing about the bytes: `readFailed`, `changedWhileReading`,
  ///   `cancelled` and the like.
  private static func bytes(
    _ type: FourCC, describing item: HEIFShownItem, in heif: HEIFFile
  ) throws(CodecError) -> [UInt8]? {
    let own = item.chain.flatMap { heif.meta.references.sources(of: $0.id, "cdsc") }
    let all = Set(heif.meta.items.values.filter { $0.type == type }.map(\.id))
    guard let id = own.first(where: all.contains) ?? all.min(), let item = heif.meta.items[id]
    else { return nil }
    do throws(CodecError) {
      return try heif.bytes(in: heif.extents(of: item), limit: maxMetadataBytes)
    } catch {
      if error.isNotOfBytes { throw error }
      return nil
    }
  }
}

extension PhotoMetadata {
  /// Adds a warning to those that are there.
  fileprivate mutating func addFault(_ message: String) {
    fault = fault.map { "\($0); \(message)" } ?? message
  }

  /// Sets the profile and the code points, each from the first of `items` that has one.
  fileprivate mutating func setColours(_ items: [HEIFShownItem], of meta: HEIFMeta) {
    let properties = items.flatMap(\.properties)
    contentPeak = properties.lazy.compactMap(\.contentPeak).first
    masteringPeak = properties.lazy.compactMap(\.masteringPeak).first
    if let range = items.lazy.compactMap(\.profile).first {
      profile = range.count <= ColourProfile.maxBytes ? Array(meta.bytes[range]) : []
      // A profile comes before code points; one that can't be used doesn't.
      if profile.flatMap(ColourProfile.profile) != nil { return }
    }
    codePoints = items.lazy.compactMap(\.codePoints).first?.ofRGB
  }
}

extension CodePoints {
  /// The same colours in RGB of the full range, as the worker delivers them. What isn't specified
  /// is sRGB's; nil if nothing is.
  fileprivate var ofRGB: CodePoints? {
    let unspecified: Set<UInt8> = [0, 2, 3]
    if unspecified.contains(primaries), unspecified.contains(transfer) { return nil }
    return CodePoints(
      primaries: unspecified.contains(primaries) ? 1 : primaries,
      transfer: unspecified.contains(transfer) ? 13 : transfer, matrix: 0, isFullRange: true)
  }
}
