internal import Imaging

/// Compact ICC profiles that state a picture's colour space, for formats without a shorter way.
///
/// Version 4: primaries adapted to D50, and sRGB's exact transfer function as a parametric curve.
extension ColourSpace {
  /// The profile's bytes.
  var profile: [UInt8] {
    switch self {
    case .sRGB: Self.sRGBProfile
    case .displayP3: Self.displayP3Profile
    }
  }

  /// The profile's description.
  var profileName: String {
    switch self {
    case .sRGB: "sRGB"
    case .displayP3: "Display P3"
    }
  }

  private static let sRGBProfile = ProfileWriter.profile(named: sRGB.profileName, .rec709)
  private static let displayP3Profile = ProfileWriter.profile(
    named: displayP3.profileName, .displayP3)
}

/// ISO 15076-1: 128 bytes of header, the tag table, the tags' data.
private enum ProfileWriter {
  static func profile(named name: String, _ primaries: Chromaticities) -> [UInt8] {
    let curve =
      signature("para") + word(0) + [0, 3, 0, 0]
      + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
    let toXYZ = primaries.toXYZ!
    let adaptation = Chromaticities.adaptation(from: Chromaticities.xyz(primaries.white))!
    let tags: [(name: String, data: [UInt8])] = [
      ("desc", text(name)),
      ("cprt", text("No copyright, use freely")),
      ("wtpt", xyz(Chromaticities.d50)),
      (
        "chad",
        signature("sf32") + word(0)
          + (0..<3).flatMap { row in (0..<3).flatMap { fixed(adaptation.columns[$0][row]) } }
      ),
      ("rXYZ", xyz(toXYZ.columns[0])), ("gXYZ", xyz(toXYZ.columns[1])),
      ("bXYZ", xyz(toXYZ.columns[2])),
      ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var table = word(UInt32(tags.count))
    var data: [UInt8] = []
    var offsets: [[UInt8]: Int] = [:]
    let dataStart = 128 + 4 + 12 * tags.count
    for tag in tags {
      if offsets[tag.data] == nil {
        offsets[tag.data] = dataStart + data.count
        data += tag.data + [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
      }
      table += signature(tag.name) + word(UInt32(offsets[tag.data]!)) + word(UInt32(tag.data.count))
    }
    return header(size: dataStart + data.count) + table + data
  }

  private static func header(size: Int) -> [UInt8] {
    let created: [UInt8] = [2024, 1, 1, 0, 0, 0].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let beginning =
      word(UInt32(size)) + word(0) + word(0x0430_0000) + signature("mntr") + signature("RGB ")
      + signature("XYZ ") + created + signature("acsp")
    let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
    let white = Chromaticities.d50
    let illuminant = [white.x, white.y, white.z].flatMap(fixed)
    return beginning + zeros(28) + illuminant + zeros(128 - beginning.count - 28 - illuminant.count)
  }

  private static func signature(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// s15Fixed16Number.
  private static func fixed(_ value: Double) -> [UInt8] {
    word(UInt32(bitPattern: Int32((value * 65_536).rounded())))
  }

  private static func xyz(_ colour: SIMD3<Double>) -> [UInt8] {
    signature("XYZ ") + word(0) + [colour.x, colour.y, colour.z].flatMap(fixed)
  }

  /// multiLocalizedUnicodeType with one entry, American English.
  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return signature("mluc") + word(0) + word(1) + word(12) + Array("enUS".utf8)
      + word(UInt32(units.count)) + word(28)
      + units
  }
}
