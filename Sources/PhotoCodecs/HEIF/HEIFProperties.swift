internal import Imaging

/// What is known about an item of a HEIF file. Of two properties of one kind the first counts.
struct HEIFProperties: Sendable {
  struct DecoderSetup {
    let type: FourCC
    /// In the bytes of "meta".
    let payload: Range<Int>
  }

  /// How many properties there are.
  private(set) var count = 0
  /// The size in pixels before all transforms.
  private(set) var size: PixelSize?
  /// How the decoder is set up, by an "hvcC" or "av1C" box.
  private(set) var decoderSetup: DecoderSetup?
  /// An ICC profile, in the bytes of "meta".
  private(set) var profile: Range<Int>?
  private(set) var codePoints: CodePoints?
  /// In their order.
  private(set) var transforms: [HEIFTransform] = []
  /// Whether it says that an auxiliary picture is alpha.
  private(set) var isAlpha = false
  /// Whether it says that an auxiliary picture is a gain map as Apple writes them.
  private(set) var isAppleGainMap = false
  /// The maximum luminance of the pixels, in cd/m2.
  private(set) var contentPeak: Double?
  /// The maximum luminance of the display that was mastered on, in cd/m2.
  private(set) var masteringPeak: Double?
  /// Whether the picture has several layers, of which one is shown.
  private(set) var hasLayers = false

  /// The names of alpha.
  private static let alphaTypes = [
    "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
    "urn:mpeg:avc:2015:auxid:1",
  ]
  private static let appleGainMapType = "urn:com:apple:photo:2020:aux:hdrgainmap"
  /// Longer than any of them, in bytes.
  private static let maxTypeBytes = 64
  /// Properties that need nothing of a reader.
  private static let harmless: Set<FourCC> = [
    "pixi", "pasp", "rloc", "lhvC", "oinf", "tols", "cclv", "amve", "ndwt", "reve", "udes", "altt",
    "iscl", "free", "uuid", "rref", "crtt", "mdft",
  ]

  /// Adds a box of "ipco"; returns false if it is unknown.
  ///
  /// - Parameter reader: of the box's payload.
  /// - Throws: `damaged` if it is too short or holds impossible numbers.
  mutating func add(_ box: ISOBox, _ reader: ByteReader) throws(CodecError) -> Bool {
    var reader = reader
    count += 1
    switch box.type {
    case "ispe":
      try reader.skip(4)
      let (width, height) = (try reader.number(4), try reader.number(4))
      guard width > 0, height > 0 else { throw .damaged(reason: "one of its pictures has no size") }
      guard max(width, height) <= Int(Int32.max) else {
        throw .tooLarge(reason: "\(width)x\(height) pixels")
      }
      size = size ?? PixelSize(width: width, height: height)
    case "hvcC", "av1C":
      decoderSetup = decoderSetup ?? DecoderSetup(type: box.type, payload: box.payload)
    case "colr": try addColours(&reader)
    case "clap": transforms.append(.crop(try HEIFCleanAperture(&reader)))
    case "irot": transforms.append(.rotate(quarters: Int(try reader.byte() & 3)))
    case "imir": transforms.append(.mirror(leftToRight: try reader.byte() & 1 == 1))
    case "auxC":
      try reader.skip(4)
      let type = reader.text(limit: Self.maxTypeBytes)
      isAlpha = isAlpha || Self.alphaTypes.contains { type.elementsEqual($0.utf8) }
      isAppleGainMap = isAppleGainMap || type.elementsEqual(Self.appleGainMapType.utf8)
    case "clli":
      let peak = Double(try reader.number(2))
      contentPeak = contentPeak ?? peak
    case "mdcv":
      try reader.skip(16)
      // In units of 0.0001 cd/m2.
      let peak = Double(try reader.number(4)) / 10_000
      masteringPeak = masteringPeak ?? peak
    case "lsel", "a1lx", "a1op": hasLayers = true
    default: return Self.harmless.contains(box.type)
    }
    return true
  }

  private mutating func addColours(_ reader: inout ByteReader) throws(CodecError) {
    switch try reader.fourCC() {
    case "nclx":
      let (primaries, transfer) = (try reader.number(2), try reader.number(2))
      let (matrix, range) = (try reader.number(2), try reader.byte())
      codePoints =
        codePoints
        ?? CodePoints(
          primaries: UInt8(clamping: primaries), transfer: UInt8(clamping: transfer),
          matrix: UInt8(clamping: matrix), isFullRange: range >> 7 == 1)
    case "prof", "rICC": profile = profile ?? reader.position..<reader.end
    default: break
    }
  }
}
