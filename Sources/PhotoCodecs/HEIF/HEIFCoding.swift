internal import CSandboxedCodecs

/// How the pixels of one item are coded.
struct HEIFCoding {
  let codec: CSandboxedHEIFCodec
  /// Bits of a sample.
  let depth: Int
  /// The chroma planes: 0 for none, 1 for half the width and height, 2 for half the width, 3 for
  /// all.
  let chroma: Int
  /// Where the payload of "hvcC" or "av1C" is in the bytes of "meta".
  let setup: Range<Int>

  /// Codecs that HEIF files use and that can't be decoded here.
  private static let otherCodecs: [FourCC: String] = [
    "avc1": "AVC", "avc3": "AVC", "svc1": "SVC", "mvc1": "MVC", "jpeg": "JPEG", "j2k1": "JPEG 2000",
    "vvc1": "VVC",
    "vvi1": "VVC", "evc1": "EVC", "unci": "samples without compression", "mski": "a mask",
    "lhv1": "layered HEVC",
    "av02": "AV2", "hvt1": "tiled HEVC", "jxl1": "JPEG XL", "jxs1": "JPEG XS",
  ]

  /// - Parameter meta: the bytes of "meta".
  /// - Throws: `unsupported` with the codec's name, `damaged`.
  init(_ item: HEIFItem, _ properties: HEIFProperties, _ meta: [UInt8]) throws(CodecError) {
    switch item.type {
    case "hvc1", "hev1": codec = .HEVC
    case "av01": codec = .AV1
    default:
      throw .unsupported(
        reason: "HEIF coded as \(Self.otherCodecs[item.type] ?? "\"\(item.type)\"")")
    }
    guard let setup = properties.decoderSetup, (setup.type == "hvcC") == (codec == .HEVC) else {
      throw .damaged(reason: "one of its pictures has no decoder configuration")
    }
    self.setup = setup.payload
    var reader = ByteReader(meta, setup.payload)
    switch codec {
    case .HEVC:
      try reader.skip(16)
      chroma = Int(try reader.byte() & 3)
      depth = Int(try reader.byte() & 7) + 8
    case .AV1:
      try reader.skip(2)
      let flags = try reader.byte()
      func has(_ flag: UInt8) -> Bool { flags & flag != 0 }
      let highDepth = has(0x20) ? 12 : 10
      depth = has(0x40) ? highDepth : 8
      let isMonochrome = has(0x10)
      let reduced = has(0x04) ? 1 : 2
      let colour = has(0x08) ? reduced : 3
      chroma = isMonochrome ? 0 : colour
    }
    guard depth <= 12 else { throw .unsupported(reason: "HEIF with \(depth) bits per sample") }
  }

  var isMonochrome: Bool { chroma == 0 }

  /// Samples of all channels for four pixels.
  var samplesPerFourPixels: Int { [4, 6, 8, 12][chroma] }

  /// The most that stands before the colours in a bitstream, in bytes.
  static let maxStartBytes = 256

  /// The colours that the bitstream states.
  ///
  /// - Parameters:
  ///   - meta: the bytes of "meta".
  ///   - start: the first bytes of the coded picture.
  func codePoints(_ meta: [UInt8], _ start: [UInt8]) -> CodePoints {
    switch codec {
    case .HEVC: HEVCColours.codePoints(ByteReader(meta, setup))
    case .AV1:
      // Behind four bytes there may be a copy of the sequence header.
      AV1Colours.codePoints(Array(meta[setup].dropFirst(4).prefix(Self.maxStartBytes)))
        ?? AV1Colours.codePoints(start) ?? HEVCColours.unspecified
    }
  }
}
