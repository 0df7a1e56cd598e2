/// A HEIC or AVIF before its pixels are decoded: what its header says, and how the worker is to decode it.
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

  /// Reads a file's structure and metadata.
  ///
  /// - Throws: `damaged`, `unsupported`, `tooManyPixels`, `tooLarge`, `readFailed`, `changedWhileReading`, `cancelled`.
  /// - Cost: three or four reads, one of them of all metadata; one more for each grid and overlay.
  static func read(
    _ file: borrowing PhotoFile, limits: DecodeLimits, isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) -> HEIFPicture {
    let heif = try HEIFFile.open(file, isCancelled: isCancelled)
    var layers = HEIFLayers(heif.meta, limits, isCancelled: isCancelled)
    let item = try layers.items.shown(heif.meta.primary, in: heif, of: file)
    let crop = item.view.crop
    try layers.check(item.view.uncroppedSize)
    try layers.add(
      item, at: HEIFLayers.Place(part: crop, orientation: .up, x: 0, y: 0), as: .colour, heif, file, codePoints: nil)
    let alpha = try addAlpha(of: item, to: &layers, heif, file)
    guard let first = layers.first else { throw .damaged(reason: "it has no pixels", allowable: false) }
    let depth = layers.codings.contains { $0.depth > 8 } ? 16 : 8
    let parameters = HEIFParameters(
      layers: layers.layers, isPremultiplied: alpha.isPremultiplied, scaledAlpha: alpha.scaled)
    let request = DecodeRequest(
      .heif(parameters), crop.size, depth: depth,
      decoderBytes: try HEIFMemory.decoderBytes(layers.layers, layers.codings, alpha.scaled))
    guard request.pixelBytes + request.decoderBytes <= HEIFMemory.maxBytes else { throw HEIFMemory.tooMuch }
    var metadata = PhotoMetadata()
    metadata.exif = exif(of: item, heif, file)
    metadata.xmp = bytes("mime", describing: item, heif, file)
    metadata.setColours([item, first], of: heif.meta)
    // A bitstream's name for an ordinary curve is a camera's, not the one that viewers undo.
    if metadata.profile == nil, metadata.codePoints == nil, let colours = layers.bitstreamColours,
      colours.highDynamicRange != nil
    {
      metadata.codePoints = colours.ofRGB
    }
    if heif.hasTracks { metadata.addFault("only the still picture beside its film is shown") }
    if item.view.ignoresCrop { metadata.addFault("its crop is outside of it and ignored") }
    let isGrey = layers.codings.allSatisfy(\.isMonochrome)
    let hasGreyProfile = isGrey && metadata.profile.flatMap(ColourProfile.profile)?.channels == 1
    return HEIFPicture(
      format: layers.codings[0].codec == .hevc ? .heic : .avif, size: crop.size, orientation: item.view.orientation,
      ignoredOrientation: item.view.statesOrientation || metadata.orientation == .up ? nil : metadata.orientation,
      metadata: metadata, channels: hasGreyProfile ? 1 : 3, isOpaque: layers.isOpaque && !alpha.isThere,
      request: request)
  }

  /// The alpha of the whole picture.
  private struct Alpha {
    var isThere = false
    var isPremultiplied = false
    var scaled: HEIFParameters.ScaledAlpha?
  }

  /// Adds the layers of the alpha of the whole picture. Its own transforms don't count: the picture's hold for both, as
  /// other readers have it.
  private static func addAlpha(
    of item: HEIFShownItem, to layers: inout HEIFLayers, _ heif: borrowing HEIFFile, _ file: borrowing PhotoFile
  ) throws(CodecError) -> Alpha {
    guard let found = try layers.items.alpha(ofFirst: item.chain) else { return Alpha() }
    let whole = item.view.uncroppedSize
    let crop = item.view.crop
    let alpha = try layers.items.shown(found, in: heif, of: file, fallback: whole)
    let size = alpha.view.uncroppedSize
    try layers.check(size)
    let hasPictureSize = size == whole
    let part = hasPictureSize ? crop : PixelRect(size)
    try layers.add(
      alpha, at: HEIFLayers.Place(part: part, orientation: .up, x: 0, y: 0), as: .alpha, heif, file, codePoints: nil)
    var result = Alpha(isThere: true)
    result.isPremultiplied = item.chain.contains { heif.meta.references.targets(of: $0.id, "prem").contains(found) }
    if !hasPictureSize {
      result.scaled = HEIFParameters.ScaledAlpha(
        size: size, whole: whole, cropX: crop.x, cropY: crop.y)
    }
    return result
  }

  /// The most of EXIF or XMP that is read, in bytes.
  private static let maxMetadataBytes = 1 << 20

  /// The TIFF structure of the item's EXIF, else of any; nil if there is none that can be read.
  private static func exif(
    of item: HEIFShownItem, _ heif: borrowing HEIFFile, _ file: borrowing PhotoFile
  ) -> [UInt8]? {
    guard let bytes = bytes("Exif", describing: item, heif, file), bytes.count > 4 else { return nil }
    let offset = bytes[..<4].bigEndian
    return offset <= bytes.count - 4 ? EXIF.withoutSignature(Array(bytes[(4 + offset)...])) : nil
  }

  /// The bytes of the first item of this type that describes the picture, else of any; nil if there is none that can be read.
  private static func bytes(
    _ type: FourCC, describing item: HEIFShownItem, _ heif: borrowing HEIFFile, _ file: borrowing PhotoFile
  ) -> [UInt8]? {
    let own = item.chain.flatMap { heif.meta.references.sources(of: $0.id, "cdsc") }
    let all = Set(heif.meta.items.values.filter { $0.type == type }.map(\.id))
    guard let id = own.first(where: all.contains) ?? all.min(), let item = heif.meta.items[id] else { return nil }
    return try? heif.bytes(of: item, in: file, limit: maxMetadataBytes)
  }
}

extension PhotoMetadata {
  /// Adds a warning to those that are there.
  fileprivate mutating func addFault(_ message: String) { fault = fault.map { "\($0); \(message)" } ?? message }

  /// Sets the profile and the code points, each from the first of `items` that has one.
  fileprivate mutating func setColours(_ items: [HEIFShownItem], of meta: HEIFMeta) {
    for case .contentPeak(let peak) in items.flatMap({ $0.properties.joined() }) where contentPeak == nil {
      contentPeak = peak
    }
    for case .masteringPeak(let peak) in items.flatMap({ $0.properties.joined() }) where masteringPeak == nil {
      masteringPeak = peak
    }
    if let range = items.lazy.compactMap(\.profile).first {
      profile = range.count <= ColourProfile.maxBytes ? Array(meta.bytes[range]) : []
      // A profile comes before code points; one that can't be used doesn't.
      if profile.flatMap(ColourProfile.profile) != nil { return }
    }
    codePoints = items.lazy.compactMap(\.codePoints).first?.ofRGB
  }
}

extension CodePoints {
  /// The same colours in RGB of the full range, as the worker delivers them. What isn't specified is sRGB's; nil if
  /// nothing is.
  fileprivate var ofRGB: CodePoints? {
    let unspecified: Set<UInt8> = [0, 2, 3]
    if unspecified.contains(primaries), unspecified.contains(transfer) { return nil }
    return CodePoints(
      primaries: unspecified.contains(primaries) ? 1 : primaries,
      transfer: unspecified.contains(transfer) ? 13 : transfer, matrix: 0, isFullRange: true)
  }
}
