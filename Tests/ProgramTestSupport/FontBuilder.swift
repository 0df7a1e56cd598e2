import PhotoCodecs

/// A font whose letters a to z are squares, the glyphs 1 to 26, and whose tables can be replaced.
package struct FontBuilder {
  package var tables: [String: [UInt8]] = [:]

  /// - Parameter glyphs: their number; those after 26 are empty.
  package init(glyphs: Int = 27) {
    // 1000 units per em, and 32-bit offsets of glyphs.
    let head = [
      u32(0x10000, 0, 0, 0x5F0F_3CF5), u16(0, 1000), u32(0, 0, 0, 0),
      u16(0, 0, 1000, 1000, 0, 8, 2, 1, 0),
    ]
    // One contour of four points on it, without flags: x and y are differences of 16 bits.
    let square = [
      u16(1, 100, 0, 500, 500, 3, 0), [1, 1, 1, 1], u16(100, 400, 0, -400), u16(0, 0, 500, 0),
    ].flatMap(\.self)
    let places = (0...glyphs).map { min(max($0 - 1, 0), 26) * square.count }
    tables = [
      "head": head.flatMap(\.self),
      "maxp": u32(0x10000) + u16([glyphs] + Array(repeating: 4, count: 13)),
      "hhea": u32(0x10000)
        + u16([800, -200, 0, 600, 0, 0, 500, 1] + Array(repeating: 0, count: 8) + [1]),
      "hmtx": u16(600, 0), "loca": u32(places),
      "glyf": Array(repeatElement(square, count: 26).joined()),
      "cmap": u16(0, 1, 3, 10) + u32(12) + u16(12, 0) + u32(28, 0, 1, 0x61, 0x7A, 1),
    ]
  }

  package var file: [UInt8] {
    var (entries, data) = ([UInt8](), [UInt8]())
    for (name, bytes) in tables.sorted(by: { $0.key < $1.key }) {
      entries += Array(name.utf8) + u32(0, 12 + 16 * tables.count + data.count, bytes.count)
      data += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    return u32(0x10000) + u16(tables.count, 0, 0, 0) + entries + data
  }

  /// Lookups that every text passes through, each with a type and one subtable.
  package mutating func substitute(_ lookups: [(type: Int, subtable: [UInt8])]) {
    let script = u16(1) + Array("DFLT".utf8) + u16(8, 4, 0, 0, 0xFFFF, 1, 0)
    let feature = u16(1) + Array("ccmp".utf8) + u16([8, 0, lookups.count] + Array(lookups.indices))
    var (places, tables) = ([Int](), [UInt8]())
    for lookup in lookups {
      places.append(2 + 2 * lookups.count + tables.count)
      tables += u16(lookup.type, 0, 1, 8) + lookup.subtable
    }
    let (features, list) = (10 + script.count, 10 + script.count + feature.count)
    self.tables["GSUB"] =
      u32(0x10000) + u16(10, features, list) + script + feature + u16([lookups.count] + places)
      + tables
  }

  /// A subtable by which the letter a becomes this many letters.
  package static func multiplied(_ count: Int) -> [UInt8] {
    u16(1, 8, 1, 14) + u16(1, 1, 1) + u16([count] + Array(repeating: 1, count: count))
  }

  /// A subtable that calls all these lookups at the letter a.
  package static func calling(_ lookups: [Int]) -> [UInt8] {
    u16([3, 0, 1, 12 + 4 * lookups.count, 0, lookups.count] + lookups.flatMap { [0, $0] })
      + u16(1, 1, 1)
  }

  /// Every letter but z becomes two of the next letter.
  package mutating func nestLetters() {
    let header = u16(-1, 0, 0, 500, 500)
    let glyphs: [[UInt8]] = (1..<26).map { header + u16(0x23, $0 + 1, 0, 0, 3, $0 + 1, 10, 10) }
    tables["glyf"] = glyphs.flatMap(\.self) + tables["glyf"]!.suffix(34)
    let places: [Int] = (0..<26).map { 26 * $0 }
    tables["loca"] = u32([0] + places + [25 * 26 + 34])
  }

  /// Gives the font weights from 100, which it has by itself, to 900, of which two have names: Thin
  /// and Regular. The letter a becomes wider with its weight.
  package mutating func vary(family: String) {
    let weights = u32(100 << 16, 100 << 16, 900 << 16)
    tables["fvar"] =
      u32(0x10000) + u16(16, 2, 1, 20, 2, 8) + Array("wght".utf8) + weights + u16(0, 256)
      + u16(257, 0) + u32(100 << 16) + u16(258, 0) + u32(400 << 16)
    // Runs of zeros but for two points of the square, which move by 640 units at the greatest
    // weight.
    let deltas: [UInt8] = [0x80, 0x41] + u16(640, 640) + [0x84, 0x87]
    let data: [UInt8] = u16(0x8001, 10, deltas.count, 0x8000, 0x4000) + [0] + deltas + [0]
    tables["gvar"] =
      u32(0x10000) + u16(1, 0) + u32(20 + 2 * 28) + u16(27, 0) + u32(20 + 2 * 28)
      + u16([0, 0] + Array(repeating: data.count / 2, count: 26)) + data
    let names = [(1, family), (2, "Thin"), (256, "Weight"), (257, "Thin"), (258, "Regular")]
    var (records, texts) = ([UInt8](), [UInt8]())
    for (number, name) in names {
      let text = u16(name.utf16.map { Int($0) })
      records += u16(3, 1, 0x409, number, text.count, texts.count)
      texts += text
    }
    tables["name"] = u16(0, names.count, 6 + records.count) + records + texts
  }

  /// Gives the letter a a picture.
  package mutating func draw(_ png: [UInt8]) {
    tables["CBDT"] = u32(0x30000) + [100, 100, 0, 100, 100] + u32(png.count) + png
    let metrics: [UInt8] = [100, 0, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    tables["CBLC"] =
      u32(0x30000, 1, 56, 24, 1, 0) + metrics + metrics + u16(1, 1) + [100, 100, 32, 1] + u16(1, 1)
      + u32(8)
      + u16(1, 17) + u32(4, 0, 9 + png.count)
  }
}

private func u16(_ numbers: [Int]) -> [UInt8] {
  numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
}
private func u16(_ numbers: Int...) -> [UInt8] { u16(numbers) }
private func u32(_ numbers: [Int]) -> [UInt8] { numbers.flatMap { u16($0 >> 16, $0) } }
private func u32(_ numbers: Int...) -> [UInt8] { u32(numbers) }
