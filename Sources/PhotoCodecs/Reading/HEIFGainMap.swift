internal import Imaging

/// Finds the gain map of a HEIC or AVIF: the second picture of a "tmap" item (ISO 21496-1) that is
/// derived from the photo, else an auxiliary picture of Apple's kind.
struct HEIFGainMap {
  /// Files have one.
  private static let maxCandidates = 16
  /// More than any record of ISO 21496-1 has.
  private static let maxRecordBytes = 1024
  private static let maxPacketBytes = 1 << 20

  private let heif: HEIFFile
  private let photo: HEIFShownItem
  private let metadata: PhotoMetadata
  private let limits: DecodeLimits
  private let isCancelled: () -> Bool

  /// - Parameters:
  ///   - picture: the photo.
  ///   - isCancelled: called before each tile.
  /// - Throws: `readFailed`, `changedWhileReading`, `outOfMemory`, `cancelled`.
  /// - Cost: one or two reads for a photo that has one.
  static func find(
    of picture: HEIFPicture, _ limits: DecodeLimits, isCancelled: @escaping () -> Bool
  ) throws(CodecError) -> GainMapFinding {
    let search = HEIFGainMap(
      heif: picture.file, photo: picture.item, metadata: picture.metadata, limits: limits,
      isCancelled: isCancelled)
    var fault: String?
    for candidate in search.derived + search.auxiliary {
      do throws(CodecError) {
        let stated = try search.stated(candidate)
        if stated.metadata.isWithoutEffect { return .none }
        try stated.requireGains()
        return .found(try search.place(of: candidate, stated))
      } catch {
        if error.isNotOfBytes { throw error }
        fault = fault ?? error.reason
      }
    }
    return fault.map { .unusable($0) } ?? .none
  }

  /// A picture that says it is the photo's gain map.
  private struct Candidate {
    let map: Int
    /// The "tmap" item that says what it means; nil for Apple's.
    let toneMap: HEIFItem?
  }

  /// The maps of "tmap" items that have the photo as their first picture, or are the photo.
  private var derived: [Candidate] {
    let ids = Set(photo.chain.map(\.id))
    let items = heif.meta.items.values.filter { $0.type == "tmap" }.sorted { $0.id < $1.id }
    return items.prefix(Self.maxCandidates).compactMap { item in
      let pictures = heif.meta.references.targets(of: item.id, "dimg")
      guard pictures.count == 2, ids.contains(item.id) || ids.contains(pictures[0]) else {
        return nil
      }
      return Candidate(map: pictures[1], toneMap: item)
    }
  }

  private var auxiliary: [Candidate] {
    let sources = photo.chain.flatMap { heif.meta.references.sources(of: $0.id, "auxl") }
    let maps = sources.prefix(Self.maxCandidates).filter { id in
      heif.meta.items[id].flatMap { try? heif.meta.properties(of: $0) }?.isAppleGainMap == true
    }
    return maps.map { Candidate(map: $0, toneMap: nil) }
  }

  private func stated(_ candidate: Candidate) throws(CodecError) -> StatedGainMap {
    guard let toneMap = candidate.toneMap else {
      return try .apple(packet(describing: candidate.map), of: metadata)
    }
    let bytes = try heif.bytes(in: heif.extents(of: toneMap), limit: Self.maxRecordBytes)
    guard bytes.first == 0 else {
      throw .unsupported(reason: "its \"tmap\" item is of a later version")
    }
    return try StatedGainMap(ISOGainMap(Array(bytes.dropFirst())))
  }

  /// The XMP of an item; nil if it has none that can be read.
  private func packet(describing item: Int) throws(CodecError) -> [UInt8]? {
    let ids = heif.meta.references.sources(of: item, "cdsc")
    guard
      let item = ids.lazy.compactMap({ heif.meta.items[$0] }).first(where: { $0.type == "mime" })
    else { return nil }
    return try heif.bytes(in: heif.extents(of: item), limit: Self.maxPacketBytes)
  }

  private func place(
    of candidate: Candidate, _ stated: StatedGainMap
  ) throws(CodecError) -> GainMapPlace {
    let layers = try HEIFLayers(
      of: heif, item: candidate.map, limits, isCancelled: isCancelled)
    let map = layers.shown.view
    try GainMapPlace.check(map.crop.size, of: photo.view.crop.size, limits)
    let request = try layers.request
    return GainMapPlace(
      stated, toXYZ: stated.usesBaseColours ? nil : candidate.toneMap.flatMap(colours),
      request: request, orientation(of: map))
  }

  /// From a map's orientation to that of the stored photo. Each has its own transforms; a map
  /// without any is turned with the photo, unless it only fits it upright.
  private func orientation(of map: HEIFView) -> Orientation {
    let turn = map.orientation.followed(by: photo.view.orientation.inverse)
    guard !map.statesOrientation else { return turn }
    let (stored, other) = (photo.view.crop.size, map.crop.size)
    return other.isShaped(like: stored) || !other.isShaped(like: stored.transposed) ? .up : turn
  }

  /// From linear values of the other rendition to XYZ; nil if a "tmap" item doesn't say.
  private func colours(of toneMap: HEIFItem) -> Matrix3? {
    guard let properties = try? heif.meta.properties(of: toneMap) else { return nil }
    if let range = properties.profile, range.count <= ColourProfile.maxBytes,
      let profile = ColourProfile.profile(Array(heif.meta.bytes[range])),
      case .rgb(let space) = profile.colours
    {
      return space.toXYZ
    }
    return properties.codePoints.flatMap { Chromaticities(codePoint: $0.primaries)?.toXYZ }
  }
}

extension PixelSize {
  /// Whether width and height are in about the same ratio.
  fileprivate func isShaped(like other: PixelSize) -> Bool {
    let ratio = Double(width * other.height) / Double(height * other.width)
    return (0.95...1.05).contains(ratio)
  }
}
