/// What is known about an item of a HEIF file.
enum HEIFProperty: Sendable {
  /// The size in pixels before all transforms.
  case size(PixelSize)
  /// How the decoder is set up: the payload of the "hvcC" or "av1C" box, in the bytes of "meta".
  case decoderSetup(FourCC, Range<Int>)
  /// An ICC profile, in the bytes of "meta".
  case profile(Range<Int>)
  case codePoints(CodePoints)
  case transform(HEIFTransform)
  /// What an auxiliary picture is.
  case auxiliary(isAlpha: Bool)
  /// The maximum luminance of the pixels, in cd/m2.
  case contentPeak(Double)
  /// The maximum luminance of the display that was mastered on, in cd/m2.
  case masteringPeak(Double)
  /// The picture has several layers, of which one is shown.
  case layers
  /// Needs nothing of a reader.
  case harmless
  case unknown(FourCC)

  /// The names of alpha.
  private static let alphaTypes = [
    "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1",
  ]
  /// Longer than any of them, in bytes.
  private static let maxTypeBytes = 64

  /// Whether it says that an auxiliary picture is alpha.
  var isAlpha: Bool {
    if case .auxiliary(isAlpha: true) = self { true } else { false }
  }

  /// Reads a box of "ipco".
  ///
  /// - Parameter reader: of the box's payload.
  /// - Throws: `damaged` if it is too short or holds impossible numbers.
  init(_ box: ISOBox, _ reader: ByteReader) throws(CodecError) {
    var reader = reader
    switch box.type {
    case "ispe":
      try reader.skip(4)
      let (width, height) = (try reader.number(4), try reader.number(4))
      guard width > 0, height > 0 else { throw .damaged(reason: "one of its pictures has no size", allowable: false) }
      guard max(width, height) <= Int(Int32.max) else { throw .tooLarge(reason: "\(width)x\(height) pixels") }
      self = .size(PixelSize(width: width, height: height))
    case "hvcC", "av1C": self = .decoderSetup(box.type, box.payload)
    case "colr": self = try Self.colours(&reader)
    case "clap": self = .transform(.crop(try HEIFCleanAperture(&reader)))
    case "irot": self = .transform(.rotate(quarters: Int(try reader.byte() & 3)))
    case "imir": self = .transform(.mirror(leftToRight: try reader.byte() & 1 == 1))
    case "auxC":
      try reader.skip(4)
      let type = reader.text(limit: Self.maxTypeBytes)
      self = .auxiliary(isAlpha: Self.alphaTypes.contains { type.elementsEqual($0.utf8) })
    case "clli": self = .contentPeak(Double(try reader.number(2)))
    case "mdcv":
      try reader.skip(16)
      // In units of 0.0001 cd/m2.
      self = .masteringPeak(Double(try reader.number(4)) / 10_000)
    case "lsel", "a1lx", "a1op": self = .layers
    case "pixi", "pasp", "rloc", "lhvC", "oinf", "tols", "cclv", "amve", "ndwt", "reve", "udes", "altt", "iscl", "free",
      "uuid",
      "rref", "crtt", "mdft":
      self = .harmless
    default: self = .unknown(box.type)
    }
  }

  private static func colours(_ reader: inout ByteReader) throws(CodecError) -> HEIFProperty {
    let type = try reader.fourCC()
    switch type {
    case "nclx":
      let (primaries, transfer) = (try reader.number(2), try reader.number(2))
      let (matrix, range) = (try reader.number(2), try reader.byte())
      return .codePoints(
        CodePoints(
          primaries: UInt8(clamping: primaries), transfer: UInt8(clamping: transfer), matrix: UInt8(clamping: matrix),
          isFullRange: range >> 7 == 1))
    case "prof", "rICC": return .profile(reader.position..<reader.end)
    default: return .harmless
    }
  }
}
