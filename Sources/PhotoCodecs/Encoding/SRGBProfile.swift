/// A compact ICC profile that says sRGB, for formats without a shorter way to say it.
///
/// Version 4: the colourants of IEC 61966-2-1 adapted to D50, and its transfer function as a parametric curve, exact.
enum SRGBProfile {
  static let bytes: [UInt8] = make()

  /// ISO 15076-1: 128 bytes of header, the tag table, the tags' data.
  private static func make() -> [UInt8] {
    let curve =
      signature("para") + word(0) + [0, 3, 0, 0]
      + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
    let tags: [(name: String, data: [UInt8])] = [
      ("desc", text("sRGB")),
      ("cprt", text("No copyright, use freely")),
      ("wtpt", xyz(0.964203, 1, 0.824905)),
      (
        "chad",
        signature("sf32") + word(0)
          + [1.047882, 0.022919, -0.050217, 0.029587, 0.990479, -0.017059, -0.009232, 0.015076, 0.751678].flatMap(fixed)
      ),
      ("rXYZ", xyz(0.436035, 0.222488, 0.013916)),
      ("gXYZ", xyz(0.385117, 0.716904, 0.097061)),
      ("bXYZ", xyz(0.143051, 0.060608, 0.713913)),
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
    let illuminant = [0.9642, 1, 0.8249].flatMap(fixed)
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

  private static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    signature("XYZ ") + word(0) + [x, y, z].flatMap(fixed)
  }

  /// multiLocalizedUnicodeType with one entry, American English.
  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return signature("mluc") + word(0) + word(1) + word(12) + Array("enUS".utf8) + word(UInt32(units.count)) + word(28)
      + units
  }
}
