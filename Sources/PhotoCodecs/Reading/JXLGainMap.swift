internal import Imaging

/// Finds the gain map of a JPEG XL: a "jhgm" box with what ISO 21496-1 says of it, and the map as a
/// codestream of its own.
enum JXLGainMap {
  /// More than any record of ISO 21496-1, with the colours of the other rendition, has.
  private static let maxRecordBytes = 1 << 16
  private static let windowSize = 512

  /// - Parameter isCancelled: called before each read.
  /// - Throws: `readFailed`, `changedWhileReading`, `outOfMemory`, `cancelled`.
  /// - Cost: a few reads for a photo that has one.
  static func find(
    of picture: JXLPicture, in file: borrowing PhotoFile, _ limits: DecodeLimits,
    isCancelled: @escaping () -> Bool
  ) throws(CodecError) -> GainMapFinding {
    guard let box = picture.container.gainMap else { return .none }
    let window = FileWindow(
      file.descriptor, size: file.size, windowSize: windowSize, isCancelled: isCancelled)
    do throws(CodecError) {
      let (stated, codestream) = try read(box, of: window)
      if stated.metadata.isWithoutEffect { return .none }
      try stated.requireGains()
      let map = try JXLPicture.readMap(codestream, of: window, limits)
      try GainMapPlace.check(map.size, of: picture.size, limits)
      // A map that says nothing is turned with the photo.
      let turn =
        map.orientation == .up
        ? .up : map.orientation.followed(by: picture.orientation.inverse)
      return .found(GainMapPlace(stated, toXYZ: nil, request: map.request, turn))
    } catch {
      if error.isNotOfBytes { throw error }
      return .unusable(error.reason)
    }
  }

  /// What a box says of its map, and where that is.
  private static func read(
    _ box: Range<Int>, of file: FileWindow
  ) throws(CodecError) -> (StatedGainMap, Range<Int>) {
    let count = min(box.count, maxRecordBytes)
    guard let bytes = try file.read(at: box.lowerBound, count: count) else {
      throw .damaged(reason: "the file ends before its metadata")
    }
    var reader = ByteReader(Array(bytes))
    guard try reader.byte() == 0 else {
      throw .unsupported(reason: "its \"jhgm\" box is of a later version")
    }
    let recordBytes = try reader.number(2)
    let record = try reader.bytes(recordBytes)
    // The colours of the other rendition, by numbers or as a compressed profile.
    let numberBytes = try reader.number(1)
    try reader.skip(numberBytes)
    let profileBytes = try reader.number(4)
    let start = 1 + 2 + recordBytes + 1 + numberBytes + 4 + profileBytes
    guard start < box.count else { throw .damaged(reason: "it has no pixels") }
    let stated = try StatedGainMap(ISOGainMap(Array(record)))
    return (stated, box.lowerBound + start..<box.upperBound)
  }
}
