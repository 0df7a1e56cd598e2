/// An ICC profile built tag by tag, valid or invalid as a test needs it.
struct ProfileBuilder {
  var deviceClass = "mntr"
  var space = "RGB "
  var connectionSpace = "XYZ "
  var tags: [(name: String, data: [UInt8])]

  /// A profile of three colourants and a curve for all of them.
  static func matrix(_ colourants: [[Double]], curve: [UInt8]) -> ProfileBuilder {
    ProfileBuilder(
      tags: zip(["rXYZ", "gXYZ", "bXYZ"], colourants).map { ($0, xyz($1)) }
        + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) })
  }

  static func grey(curve: [UInt8]) -> ProfileBuilder {
    ProfileBuilder(space: "GRAY", tags: [("kTRC", curve)])
  }

  /// A profile whose table has a colour of XYZ, each at most 1.99, for every corner of a cube of
  /// `channels` sides; the first channel turns slowest.
  static func table(channels: Int, _ corner: ([Int]) -> [Double]) -> ProfileBuilder {
    let identity = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { (number: Double) in fixed(number) }
    let ramp = (0...1).flatMap { UInt16($0 * 65_535).bigEndianBytes }
    let corners = (0..<(1 << channels)).flatMap { (index: Int) -> [UInt8] in
      let place: [Int] = (0..<channels).map { index >> (channels - 1 - $0) & 1 }
      return corner(place).flatMap { (value: Double) in
        UInt16((value * 32_768).rounded()).bigEndianBytes
      }
    }
    var table = Array("mft2".utf8) + [0, 0, 0, 0, UInt8(channels), 3, 2, 0]
    table += identity + [0, 2, 0, 2]
    for _ in 0..<channels { table += ramp }
    table += corners
    for _ in 0..<3 { table += ramp }
    return ProfileBuilder(
      deviceClass: channels == 4 ? "prtr" : "scnr",
      space: [1: "GRAY", 4: "CMYK"][channels] ?? "RGB ",
      tags: [("A2B0", table)])
  }

  /// Light is the sample to this power.
  static func power(_ exponent: Double) -> [UInt8] {
    Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]
      + UInt16((exponent * 256).rounded()).bigEndianBytes
  }

  /// A curve of one of the five types that ISO 15076-1 numbers from 0.
  static func parametric(_ type: UInt8, _ parameters: Double...) -> [UInt8] {
    Array("para".utf8) + [0, 0, 0, 0, 0, type, 0, 0] + parameters.flatMap(fixed)
  }

  static func points(_ linearValues: [UInt16]) -> [UInt8] {
    Array("curv".utf8) + [0, 0, 0, 0] + UInt32(linearValues.count).bigEndianBytes
      + linearValues.flatMap(\.bigEndianBytes)
  }

  var bytes: [UInt8] {
    var table = UInt32(tags.count).bigEndianBytes
    var data: [UInt8] = []
    let start = 132 + 12 * tags.count
    for tag in tags {
      table +=
        Array(tag.name.utf8) + UInt32(start + data.count).bigEndianBytes
        + UInt32(tag.data.count).bigEndianBytes
      data += tag.data + [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
    }
    var header = UInt32(start + data.count).bigEndianBytes + [0, 0, 0, 0, 2, 0x20, 0, 0]
    header += Array((deviceClass + space + connectionSpace).utf8)
    header += [UInt8](repeating: 0, count: 36 - header.count) + Array("acsp".utf8)
    header +=
      [UInt8](repeating: 0, count: 68 - header.count) + [0.9642, 1, 0.8249].flatMap(Self.fixed)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }

  static let sRGBColourants = [
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410],
  ]

  private static func xyz(_ numbers: [Double]) -> [UInt8] {
    Array("XYZ ".utf8) + [0, 0, 0, 0] + numbers.flatMap(fixed)
  }

  private static func fixed(_ number: Double) -> [UInt8] {
    Int32((number * 65_536).rounded()).bigEndianBytes
  }
}

extension PNGBuilder.Chunk {
  /// An iCCP chunk.
  static func profile(_ bytes: [UInt8]) -> PNGBuilder.Chunk {
    PNGBuilder.Chunk(type: "iCCP", data: Array("test\0\0".utf8) + Zlib.stored(bytes))
  }

  static func codePoints(_ numbers: UInt8...) -> PNGBuilder.Chunk {
    PNGBuilder.Chunk(type: "cICP", data: numbers)
  }
}

extension JPEGBuilder.Segment {
  /// An APP2 segment with a piece of a profile.
  static func profilePiece(_ number: UInt8, of count: UInt8, _ bytes: some Collection<UInt8>)
    -> JPEGBuilder.Segment
  {
    JPEGBuilder.Segment(
      marker: 0xE2, payload: Array("ICC_PROFILE\0".utf8) + [number, count] + bytes)
  }
}
