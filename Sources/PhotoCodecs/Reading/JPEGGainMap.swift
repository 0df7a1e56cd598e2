internal import Imaging

/// Finds the gain map of a JPEG: a second JPEG behind the photo's.
///
/// It is where the index of pictures says (MPF), else where the Container directory says, else
/// right behind the photo. A place counts only if there is a picture that says it is a gain map.
struct JPEGGainMap {
  /// More than what comes before the pixels of any map.
  private static let maxHeaderBytes = 4 << 20

  private let photo: PhotoMetadata
  private let size: PixelSize
  private let limits: DecodeLimits
  private let isCancelled: () -> Bool
  private let directory: ContainerDirectory?
  /// Whether the photo says that it has a gain map.
  private let isAnnounced: Bool
  private var tried: Set<Int> = []
  /// Whether there was no picture at one of the places.
  private var hasMissed = false
  /// Why a gain map at one of the places can't be used.
  private var fault: String?

  private init(
    of photo: PhotoMetadata, _ size: PixelSize, _ limits: DecodeLimits,
    _ isCancelled: @escaping () -> Bool
  ) {
    self.photo = photo
    self.size = size
    self.limits = limits
    self.isCancelled = isCancelled
    directory = photo.xmp.map { ContainerDirectory($0) }
    isAnnounced =
      photo.isoGainMap != nil || directory?.hasGainMap == true
      || photo.xmp.map(StatedGainMap.isAnnounced) == true
  }

  /// - Parameters:
  ///   - metadata: the photo's.
  ///   - size: the stored photo's.
  ///   - isCancelled: called before each read.
  /// - Throws: `readFailed`, `changedWhileReading`, `outOfMemory`, `cancelled`.
  /// - Cost: nothing for a photo that mentions no further picture; two reads for one whose index is
  ///   right; else all of the photo may be read.
  static func find(
    in file: borrowing PhotoFile, _ metadata: PhotoMetadata, of size: PixelSize,
    _ limits: DecodeLimits, isCancelled: @escaping () -> Bool
  ) throws(CodecError) -> GainMapFinding {
    var search = JPEGGainMap(of: metadata, size, limits, isCancelled)
    return try search.run(file)
  }

  private mutating func run(_ file: borrowing PhotoFile) throws(CodecError) -> GainMapFinding {
    let indexed = photo.pictureIndex?.offsets ?? []
    guard isAnnounced || !indexed.isEmpty else { return .none }
    let listed = directory?.gainMapOffset(inFileOf: file.size)
    for offset in indexed + [listed].compactMap(\.self) {
      if let found = try finding(at: offset, in: file) { return found }
    }
    // Cameras put small copies of the photo behind it: those are no reason to look further.
    if isAnnounced || hasMissed, let end = try JPEGSegments.end(of: file, isCancelled: isCancelled)
    {
      let listed = directory?.gainMapOffset(afterFirstEndingAt: end)
      for offset in [listed, end].compactMap(\.self) {
        if let found = try finding(at: offset, in: file) { return found }
      }
    }
    if let fault { return .unusable(fault) }
    return isAnnounced ? .unusable("it is missing") : .none
  }

  /// What there is at a place; nil if there is no gain map that can be used.
  private mutating func finding(
    at offset: Int, in file: borrowing PhotoFile
  ) throws(CodecError) -> GainMapFinding? {
    guard tried.insert(offset).inserted else { return nil }
    let start: [UInt8] = [0xFF, 0xD8, 0xFF]
    guard offset > 0, offset <= file.size - start.count,
      try file.read(at: offset, count: start.count) == start
    else {
      hasMissed = true
      return nil
    }
    do throws(CodecError) {
      return try picture(in: offset..<file.size, of: file)
    } catch {
      if error.isNotOfBytes { throw error }
      fault = fault ?? error.reason
      return nil
    }
  }

  /// - Parameter range: begins with a JPEG.
  private func picture(
    in range: Range<Int>, of file: borrowing PhotoFile
  ) throws(CodecError) -> GainMapFinding? {
    let head = range.prefix(Self.maxHeaderBytes)
    let metadata = try JPEGSegments.metadata(
      of: file, in: head.startIndex..<head.endIndex, isCancelled: isCancelled)
    guard let stated = try StatedGainMap.read(metadata, of: photo) else { return nil }
    if stated.metadata.isWithoutEffect { return GainMapFinding.none }
    try stated.requireGains()
    let header = try JPEGReader.open(file, in: range, isCancelled: isCancelled).header
    guard header.channels != 4 else { throw .unsupported(reason: "it is in CMYK") }
    try GainMapPlace.check(header.size, of: size, limits)
    var toXYZ: Matrix3?
    if !stated.usesBaseColours, let profile = metadata.profile.flatMap(ColourProfile.profile),
      case .rgb(let space) = profile.colours
    {
      toXYZ = space.toXYZ
    }
    return .found(
      GainMapPlace(
        stated, toXYZ: toXYZ, jpeg: range, size: header.size, isGrey: header.channels == 1,
        coefficientBytes: header.coefficientBytes))
  }
}
