/// Reads the marker segments of a JPEG up to its first scan.
enum JPEGSegments {
  /// A marker segment with a length.
  struct Segment {
    let marker: UInt8
    let payload: ArraySlice<UInt8>
    /// Where the payload begins in the file.
    let offset: Int
  }

  private enum Marker {
    static let startOfScan: UInt8 = 0xDA
    static let endOfImage: UInt8 = 0xD9
    static let application1: UInt8 = 0xE1
    static let application2: UInt8 = 0xE2
    static let application13: UInt8 = 0xED
    /// Markers without a length: TEM, RST0 to RST7 and SOI.
    static func standsAlone(_ marker: UInt8) -> Bool {
      marker == 0x01 || (0xD0...0xD8).contains(marker)
    }
  }

  /// Maximum junk between two segments, in bytes.
  private static let maxJunk = 16 << 20
  /// Far more than a split profile and a camera's maker notes need.
  private static let maxSegments = 100_000
  static let xmpSignature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let profileSignature = Array("ICC_PROFILE\0".utf8)
  static let isoGainMapSignature = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)

  /// The metadata in the segments. Damage ends the search without an error, because the decoder
  /// reports it.
  ///
  /// - Parameter range: the bytes of the file that are the JPEG; nil for the whole file.
  static func metadata(
    of file: borrowing PhotoFile, in range: Range<Int>? = nil,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) -> PhotoMetadata {
    var metadata = PhotoMetadata()
    var profile = ProfilePieces()
    try forEach(in: file, range, isCancelled: isCancelled) { segment in
      let payload = segment.payload
      switch segment.marker {
      case Marker.application1 where metadata.exif == nil && payload.starts(with: EXIF.signature):
        metadata.exif = Array(payload.dropFirst(EXIF.signature.count))
      case Marker.application1 where metadata.xmp == nil && payload.starts(with: xmpSignature):
        metadata.xmp = Array(payload.dropFirst(xmpSignature.count))
      case Marker.application2 where payload.starts(with: profileSignature):
        profile.add(payload.dropFirst(profileSignature.count))
      case Marker.application2: metadata.addGainMapRecord(segment)
      case Marker.application13
      where metadata.iptc.isEmpty && payload.starts(with: IPTC.signature):
        metadata.iptc = IPTC.dataSets(Array(payload))
      default: break
      }
    }
    metadata.profile = profile.whole
    return metadata
  }

  /// Calls `body` with every APP1, APP2 and APP13 segment, in order.
  static func forEach(
    in file: borrowing PhotoFile, _ range: Range<Int>? = nil,
    isCancelled: @escaping () -> Bool = { false },
    _ body: (Segment) -> Void
  ) throws(CodecError) {
    let range = range ?? 0..<file.size
    let window = FileWindow(
      file.descriptor, size: range.upperBound, windowSize: 32 * 1024, isCancelled: isCancelled)
    var offset = range.lowerBound + 2
    for _ in 0..<maxSegments {
      // Libraries skip junk between segments. So does this, up to the decoder's limit.
      let end = offset + maxJunk
      guard let fill = try window.firstOffset(from: offset, below: end, where: { $0 == 0xFF }),
        let found = try window.firstOffset(from: fill, below: end, where: { $0 != 0xFF }),
        let marker = try window.read(at: found, count: 1)?.first
      else { return }
      offset = found + 1
      if marker == 0 || Marker.standsAlone(marker) { continue }
      if marker == Marker.startOfScan || marker == Marker.endOfImage { return }
      guard let length = try window.read(at: offset, count: 2)?.bigEndian, length >= 2 else {
        return
      }
      if [Marker.application1, Marker.application2, Marker.application13].contains(marker) {
        guard let payload = try window.read(at: offset + 2, count: length - 2) else { return }
        body(Segment(marker: marker, payload: payload, offset: offset + 2))
      }
      offset += length
    }
  }

  /// The offset after a JPEG's last marker; nil if that is missing.
  ///
  /// - Parameter file: begins with a JPEG.
  /// - Cost: reads the file up to there.
  static func end(
    of file: borrowing PhotoFile, isCancelled: @escaping () -> Bool
  ) throws(CodecError) -> Int? {
    let window = FileWindow(
      file.descriptor, size: file.size, windowSize: 256 * 1024, isCancelled: isCancelled)
    var offset = 2
    while true {
      guard
        let fill = try window.firstOffset(from: offset, below: file.size, where: { $0 == 0xFF }),
        let found = try window.firstOffset(from: fill, below: file.size, where: { $0 != 0xFF }),
        let marker = try window.read(at: found, count: 1)?.first
      else { return nil }
      offset = found + 1
      if marker == Marker.endOfImage { return offset }
      // Zeros are part of coded pixels.
      if marker == 0 || Marker.standsAlone(marker) { continue }
      guard let length = try window.read(at: offset, count: 2)?.bigEndian, length >= 2 else {
        return nil
      }
      offset += length
    }
  }
}

extension PhotoMetadata {
  /// Takes an APP2 segment that has to do with gain maps; of several of a kind, the first.
  fileprivate mutating func addGainMapRecord(_ segment: JPEGSegments.Segment) {
    let (index, record) = (MPFIndex.signature, JPEGSegments.isoGainMapSignature)
    if pictureIndex == nil, segment.payload.starts(with: index) {
      pictureIndex = MPFIndex(
        Array(segment.payload.dropFirst(index.count)), at: segment.offset + index.count)
    } else if isoGainMap == nil, segment.payload.starts(with: record) {
      isoGainMap = Array(segment.payload.dropFirst(record.count))
    }
  }
}
