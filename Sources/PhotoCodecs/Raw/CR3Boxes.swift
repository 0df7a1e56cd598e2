/// The boxes of a Canon CR3 that hold previews and metadata, as in MP4.
struct CR3Boxes {
  /// Far more boxes than a camera writes on one level.
  private static let maxBoxes = 64
  private static let maxTracks = 16
  /// The maximum size of a directory with metadata, in bytes.
  private static let maxMetadata = 1 << 20
  private static let metadataID: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]
  private static let previewID: [UInt8] = [
    0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
  ]

  private let file: FileWindow
  private let outer: [ISOBox]
  private let movie: [ISOBox]
  private let metadata: [ISOBox]

  init(_ file: FileWindow) {
    self.file = file
    outer = Self.boxes(in: 0..<file.size, of: file)
    movie = outer.first { $0.type == "moov" }.map { Self.boxes(in: $0.payload, of: file) } ?? []
    metadata =
      Self.extended(movie, Self.metadataID, of: file).map { Self.boxes(in: $0, of: file) } ?? []
  }

  /// Where JPEGs may be: a track's first sample, the medium preview and the thumbnail. Their bytes
  /// are not checked here.
  var previews: [Range<Int>] {
    // The identifier is followed by eight bytes before the first box.
    let medium = Self.extended(outer, Self.previewID, of: file).map { $0.dropFirst(8) }
    let boxes = (medium.map { Self.boxes(in: $0, of: file) } ?? []) + metadata
    // Both JPEGs come after a version, a size and a length.
    let small = boxes.filter { $0.type == "PRVW" || $0.type == "THMB" }.map {
      $0.payload.dropFirst(16)
    }
    let tracks = movie.filter { $0.type == "trak" }.prefix(Self.maxTracks)
    return tracks.compactMap { firstSample(of: $0.payload) } + small
  }

  var fields: RawFields {
    let (first, details) = (exif("CMT1"), exif("CMT2"))
    return RawFields(
      orientation: first?.orientation,
      moments: (details?.momentsOfDetails ?? StatedMoments()).completed(
        by: first?.moments ?? StatedMoments()),
      camera: first?.camera, rating: first?.rating ?? first?.percentRating,
      settings: details?.settingsOfDetails ?? CameraSettings())
  }

  /// A TIFF structure of the metadata: CMT1 has the fields of a photo's first directory, CMT2 those
  /// of EXIF's.
  private func exif(_ type: FourCC) -> EXIF? {
    guard let box = metadata.first(where: { $0.type == type }),
      box.payload.count <= Self.maxMetadata,
      let bytes = file.bytes(at: box.payload.lowerBound, count: box.payload.count)
    else { return nil }
    return EXIF(Array(bytes))
  }

  private func firstSample(of track: Range<Int>) -> Range<Int>? {
    var boxes = Self.boxes(in: track, of: file)
    for type in ["mdia", "minf", "stbl"] as [FourCC] {
      guard let box = boxes.first(where: { $0.type == type }) else { return nil }
      boxes = Self.boxes(in: box.payload, of: file)
    }
    func number(_ type: FourCC, _ size: Int, at offset: Int) -> Int? {
      guard let content = boxes.first(where: { $0.type == type })?.payload,
        offset + size <= content.count
      else {
        return nil
      }
      return file.bytes(at: content.lowerBound + offset, count: size)?.bigEndian
    }
    // Either one size for all samples, or 0 and a table of sizes.
    guard let common = number("stsz", 4, at: 4),
      let length = common > 0 ? common : number("stsz", 4, at: 12),
      let offset = number("co64", 8, at: 8) ?? number("stco", 4, at: 8), offset >= 0,
      offset <= file.size
    else { return nil }
    return offset..<offset + length
  }

  /// The content of the box with this identifier.
  private static func extended(_ boxes: [ISOBox], _ identifier: [UInt8], of file: FileWindow)
    -> Range<Int>?
  {
    boxes.first { box in
      box.type == "uuid" && box.payload.count >= 16
        && file.bytes(at: box.payload.lowerBound, count: 16)?.elementsEqual(identifier) == true
    }.map { $0.payload.dropFirst(16) }
  }

  /// The boxes of one level, up to the first invalid one.
  private static func boxes(in range: Range<Int>, of file: FileWindow) -> [ISOBox] {
    var boxes: [ISOBox] = []
    try? ISOBox.forEach(in: file, range, limit: maxBoxes) { box in
      boxes.append(box)
      return true
    }
    return boxes
  }
}
