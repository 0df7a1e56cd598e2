import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct EXIFTests {
  static let orders = [EXIFBuilder.Order.big, .little]

  @Test(arguments: orders, Orientation.allCases)
  func `an orientation is read in both byte orders`(
    order: EXIFBuilder.Order, orientation: Orientation
  ) {
    #expect(
      EXIF(EXIFBuilder.orientation(UInt16(orientation.rawValue), order))?.orientation == orientation
    )
  }

  @Test(arguments: orders, [0, 9, 255, 256, 262, 65_535] as [UInt16])
  func `a value that the standard does not know counts as upright`(
    order: EXIFBuilder.Order, value: UInt16
  ) {
    #expect(EXIF(EXIFBuilder.orientation(value, order))?.orientation == .up)
  }

  @Test(arguments: orders)
  func `a number may come as byte, short or long, and as nothing else`(order: EXIFBuilder.Order) {
    func orientation(type: UInt16, _ value: [UInt8]) -> Orientation? {
      EXIF(
        EXIFBuilder(
          order: order, entries: [EXIFBuilder.Entry(tag: 0x0112, type: type, value: value)]
        ).bytes)?
        .orientation
    }
    let builder = EXIFBuilder(order: order)
    #expect(orientation(type: 1, [6, 0, 0, 0]) == .right)
    #expect(orientation(type: 3, builder.field(UInt16(6)) + [0, 0]) == .right)
    #expect(orientation(type: 4, builder.field(UInt32(6))) == .right)
    #expect(orientation(type: 4, builder.field(UInt32(0x1_0006))) == .up)
    for type: UInt16 in [0, 2, 5, 7, 9, 12, 65_535] {
      #expect(orientation(type: type, [6, 6, 6, 6]) == .up)
    }
  }

  @Test(arguments: orders)
  func `other entries are passed over, and the first orientation counts`(order: EXIFBuilder.Order) {
    let builder = EXIFBuilder(order: order)
    let other = EXIFBuilder.Entry(tag: 0x010F, type: 2, count: 9, value: [0xFF, 0xFF, 0xFF, 0xFF])
    func orientation(_ value: UInt16) -> EXIFBuilder.Entry {
      EXIFBuilder.Entry(tag: 0x0112, type: 3, value: builder.field(value) + [0, 0])
    }
    let entries = [other, other, orientation(8), other, orientation(3)]
    #expect(EXIF(EXIFBuilder(order: order, entries: entries).bytes)?.orientation == .left)
  }

  @Test(arguments: orders)
  func `65,535 entries that are not there end with the bytes`(order: EXIFBuilder.Order) {
    let none = EXIFBuilder(order: order, statedCount: 65_535)
    #expect(EXIF(none.bytes)?.orientation == nil)
    var last = EXIFBuilder(order: order, statedCount: 65_535)
    let other = EXIFBuilder.Entry(tag: 1, type: 3, value: [0, 0, 0, 0])
    last.entries =
      [EXIFBuilder.Entry](repeating: other, count: 65_534)
      + [EXIFBuilder.Entry(tag: 0x0112, type: 3, value: last.field(UInt16(7)) + [0, 0])]
    #expect(EXIF(last.bytes)?.orientation == .rightMirrored)
  }

  @Test(
    arguments: orders,
    [0, 1, 4, 7, 21, 22, 23, 65_535, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF8, 0xFFFF_FFFF] as [UInt32]
  )
  func `a directory anywhere harms nothing`(order: EXIFBuilder.Order, offset: UInt32) {
    var builder = EXIFBuilder(order: order, offset: offset)
    builder.entries = [
      EXIFBuilder.Entry(tag: 0x0112, type: 3, value: builder.field(UInt16(6)) + [0, 0])
    ]
    #expect(EXIF(builder.bytes)?.orientation == nil)
  }

  @Test func `a directory that is its own next one is read once`() {
    var bytes = EXIFBuilder(entries: [EXIFBuilder.Entry(tag: 1, type: 3, value: [0, 0, 0, 0])])
      .bytes
    bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: UInt32(8).bigEndianBytes)
    #expect(EXIF(bytes)?.orientation == nil)
  }

  @Test(arguments: orders)
  func `every beginning of a record is read without harm`(order: EXIFBuilder.Order) {
    let whole = EXIFBuilder.orientation(6, order)
    for length in 0..<whole.count {
      let orientation = EXIF(Array(whole[..<length]))?.orientation
      // The value ends two bytes into its field, at byte 20.
      #expect(
        orientation == (length >= 20 ? .right : length >= 18 ? .up : nil)
          || (orientation == .up && length >= 14))
    }
  }

  @Test func `bytes that are no record have no orientation`() {
    #expect(EXIF([])?.orientation == nil)
    #expect(EXIF(Array("MM\0+".utf8) + [UInt8](repeating: 0, count: 40))?.orientation == nil)
    #expect(EXIF(Array("IM*\0".utf8) + [UInt8](repeating: 0, count: 40))?.orientation == nil)
    #expect(EXIF([UInt8](repeating: 0xFF, count: 100))?.orientation == nil)
  }

  @Test func `a JPEG's first record counts, and none behind its pixels`() throws {
    let exif = { (value: UInt16) in JPEGBuilder.Segment.exif(EXIFBuilder.orientation(value)) }
    let size = PixelSize(width: 16, height: 8)
    #expect(
      try header(JPEGBuilder.plain([90], size: size, segments: [exif(6), exif(3)]).bytes)
        .orientation
        == .right)
    #expect(
      try header(JPEGBuilder.plain([90], size: size, segments: [exif(6)]).bytes).size
        == size.transposed)
    #expect(
      try header(JPEGBuilder.plain([90], size: size).bytes + exif(6).bytes).orientation == .up)
  }

  /// In PNG: the chunk as the standard has it, with a JPEG's signature left in, and the two text
  /// forms of ImageMagick.
  static let pngForms: [PNGBuilder.Chunk] = {
    let exif = EXIFBuilder.orientation(6)
    let signed = Array("Exif\0\0".utf8) + exif
    func digits(_ bytes: [UInt8]) -> [UInt8] {
      let hex = Array("0123456789abcdef".utf8)
      var text = Array("\nexif\n      \(bytes.count)\n".utf8)
      for (index, byte) in bytes.enumerated() {
        if index == 18 { text.append(0x0A) }
        text += [hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
      return text + [0x0A]
    }
    return [
      PNGBuilder.Chunk(type: "eXIf", data: exif),
      PNGBuilder.Chunk(type: "eXIf", data: signed),
      PNGBuilder.Chunk(type: "tEXt", data: Array("Raw profile type exif\0".utf8) + digits(signed)),
      PNGBuilder.Chunk(type: "tEXt", data: Array("Raw profile type APP1\0".utf8) + digits(signed)),
      PNGBuilder.Chunk(
        type: "zTXt", data: Array("Raw profile type exif\0\0".utf8) + Zlib.stored(digits(signed))),
    ]
  }()

  @Test(arguments: pngForms)
  func `a PNG's orientation is found in all its forms`(chunk: PNGBuilder.Chunk) throws {
    #expect(try header(PNGBuilder.plain(chunks: [chunk]).bytes).orientation == .right)
  }

  @Test(arguments: pngForms)
  func `a PNG's orientation is found behind its pixels too`(chunk: PNGBuilder.Chunk) throws {
    var photo = PNGBuilder.plain()
    photo.trailers = [chunk]
    #expect(try header(photo.bytes).orientation == .right)
  }

  /// A record with dates in its first directory and in the one that this points at; nil for a date
  /// that is absent.
  static func dates(
    original: String? = nil, digitized: String? = nil, changed: String? = nil,
    _ order: EXIFBuilder.Order = .big
  ) -> [UInt8] {
    let builder = EXIFBuilder(order: order)
    let dates = [(0x0132, changed), (0x9003, original), (0x9004, digitized)] as [(UInt16, String?)]
    let first = dates.prefix(1).filter { $0.1 != nil }
    let second = dates.dropFirst().filter { $0.1 != nil }
    // Each directory has its count and the next one's offset around its entries.
    let secondStart = 8 + 6 + 12 * (first.count + 1)
    var textStart = secondStart + 6 + 12 * second.count
    var texts: [UInt8] = []
    func entry(_ tag: UInt16, _ text: String) -> EXIFBuilder.Entry {
      defer {
        texts += text.utf8 + [0]
        textStart += text.utf8.count + 1
      }
      return EXIFBuilder.Entry(
        tag: tag, type: 2, count: UInt32(text.utf8.count + 1),
        value: builder.field(UInt32(textStart)))
    }
    let pointer = EXIFBuilder.Entry(tag: 0x8769, type: 4, value: builder.field(UInt32(secondStart)))
    let bytes = EXIFBuilder(order: order, entries: first.map { entry($0.0, $0.1!) } + [pointer])
      .bytes
    let details = EXIFBuilder(order: order, entries: second.map { entry($0.0, $0.1!) }).bytes
    return bytes + details.dropFirst(8) + texts
  }

  @Test(arguments: orders)
  func
    `a photo was taken at its original date, else when it was digitised, else when it was changed`(
      order: EXIFBuilder.Order
    )
  {
    let (first, second, third) = (
      "2001:01:01 01:01:01", "2002:02:02 02:02:02", "2003:03:03 03:03:03"
    )
    func year(_ record: [UInt8]) -> String? {
      EXIF(record)?.taken.map { String($0.description.prefix(4)) }
    }
    #expect(year(Self.dates(original: first, digitized: second, changed: third, order)) == "2001")
    #expect(year(Self.dates(digitized: second, changed: third, order)) == "2002")
    #expect(year(Self.dates(changed: third, order)) == "2003")
    #expect(year(Self.dates(order)) == nil)
    let unset = "0000:00:00 00:00:00"
    #expect(year(Self.dates(original: unset, digitized: unset, changed: third, order)) == "2003")
    #expect(year(Self.dates(original: unset, order)) == nil)
    #expect(year(EXIFBuilder.orientation(6, order)) == nil)
  }

  @Test func `dates that lead anywhere are dates or none`() {
    let whole = Self.dates(original: "2001:01:01 01:01:01", changed: "2003:03:03 03:03:03")
    for length in 0..<whole.count {
      let year = EXIF(Array(whole[..<length]))?.taken.map { $0.description.prefix(4) }
      #expect(year == nil || year == "2001" || year == "2003")
    }
    var dates = 0
    for offset in 0..<whole.count {
      for byte: UInt8 in [0, 1, 8, 0x7F, 0xFF] {
        var changed = whole
        changed[offset] = byte
        guard let taken = EXIF(changed)?.taken else { continue }
        dates += 1
        #expect(
          taken.description.wholeMatch(of: /\d{4}(-\d\d(-\d\d(T\d\d:\d\d:\d\d(\.\d+)?)?)?)?/) != nil
        )
      }
    }
    #expect(dates > whole.count)
  }

  @Test func `a directory that points at itself ends`() {
    var builder = EXIFBuilder(statedCount: 65_535)
    builder.entries = [EXIFBuilder.Entry(tag: 0x8769, type: 4, value: builder.field(UInt32(8)))]
    #expect(EXIF(builder.bytes + [UInt8](repeating: 0, count: 12 * 65_535))?.taken == nil)
  }

  @Test(arguments: [
    ("5", 500_000), ("05 ", 50_000), ("123456", 123_456), ("0", 0), ("x", 0), ("", 0),
  ])
  func `a fraction of a second is read`(_ fraction: String, _ microseconds: Int) {
    func record(_ entries: TIFFBuilder.Directory) -> [UInt8] {
      TIFFBuilder([[(0x8769, .directory(entries))]]).bytes
    }
    let original = (tag: UInt16(0x9003), value: TIFFBuilder.Value.text("2024:07:15 12:34:56"))
    let own = record([original, (0x9291, .text(fraction))])
    #expect(EXIF(own)?.taken?.microseconds == microseconds)
    #expect(EXIF(record([(0x9291, .text(fraction))]))?.taken == nil)
  }

  @Test func `a header tells when the photo was taken`() throws {
    let record = Self.dates(original: "2024:07:15 12:34:56")
    let size = PixelSize(width: 16, height: 8)
    let jpeg = JPEGBuilder.plain([90], size: size, segments: [.exif(record)])
    #expect(try header(jpeg.bytes).taken?.description == "2024-07-15T12:34:56")
    let png = PNGBuilder.plain(chunks: [PNGBuilder.Chunk(type: "eXIf", data: record)])
    #expect(try header(png.bytes).taken?.description == "2024-07-15T12:34:56")
    #expect(try header(PNGBuilder.plain().bytes).taken == nil)
  }
}
