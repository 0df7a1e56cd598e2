import Testing

@testable import PhotoCodecs

@Suite struct EXIFTests {
  static let orders = [EXIFBuilder.Order.big, .little]

  @Test(arguments: orders, Orientation.allCases)
  func `an orientation is read in both byte orders`(order: EXIFBuilder.Order, orientation: Orientation) {
    #expect(EXIF.orientation(EXIFBuilder.orientation(UInt16(orientation.rawValue), order)) == orientation)
  }

  @Test(arguments: orders, [0, 9, 255, 256, 262, 65_535] as [UInt16])
  func `a value that the standard does not know counts as upright`(order: EXIFBuilder.Order, value: UInt16) {
    #expect(EXIF.orientation(EXIFBuilder.orientation(value, order)) == .up)
  }

  @Test(arguments: orders)
  func `a number may come as byte, short or long, and as nothing else`(order: EXIFBuilder.Order) {
    func orientation(type: UInt16, _ value: [UInt8]) -> Orientation? {
      EXIF.orientation(
        EXIFBuilder(order: order, entries: [EXIFBuilder.Entry(tag: 0x0112, type: type, value: value)]).bytes)
    }
    let builder = EXIFBuilder(order: order)
    #expect(orientation(type: 1, [6, 0, 0, 0]) == .right)
    #expect(orientation(type: 3, builder.field(UInt16(6)) + [0, 0]) == .right)
    #expect(orientation(type: 4, builder.field(UInt32(6))) == .right)
    #expect(orientation(type: 4, builder.field(UInt32(0x1_0006))) == .up)
    for type: UInt16 in [0, 2, 5, 7, 9, 12, 65_535] { #expect(orientation(type: type, [6, 6, 6, 6]) == .up) }
  }

  @Test(arguments: orders)
  func `other entries are passed over, and the first orientation counts`(order: EXIFBuilder.Order) {
    let builder = EXIFBuilder(order: order)
    let other = EXIFBuilder.Entry(tag: 0x010F, type: 2, count: 9, value: [0xFF, 0xFF, 0xFF, 0xFF])
    func orientation(_ value: UInt16) -> EXIFBuilder.Entry {
      EXIFBuilder.Entry(tag: 0x0112, type: 3, value: builder.field(value) + [0, 0])
    }
    let entries = [other, other, orientation(8), other, orientation(3)]
    #expect(EXIF.orientation(EXIFBuilder(order: order, entries: entries).bytes) == .left)
  }

  @Test(arguments: orders)
  func `65,535 entries that are not there end with the bytes`(order: EXIFBuilder.Order) {
    let none = EXIFBuilder(order: order, statedCount: 65_535)
    #expect(EXIF.orientation(none.bytes) == nil)
    var last = EXIFBuilder(order: order, statedCount: 65_535)
    let other = EXIFBuilder.Entry(tag: 1, type: 3, value: [0, 0, 0, 0])
    last.entries =
      [EXIFBuilder.Entry](repeating: other, count: 65_534)
      + [EXIFBuilder.Entry(tag: 0x0112, type: 3, value: last.field(UInt16(7)) + [0, 0])]
    #expect(EXIF.orientation(last.bytes) == .rightMirrored)
  }

  @Test(
    arguments: orders,
    [0, 1, 4, 7, 21, 22, 23, 65_535, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF8, 0xFFFF_FFFF] as [UInt32])
  func `a directory anywhere harms nothing`(order: EXIFBuilder.Order, offset: UInt32) {
    var builder = EXIFBuilder(order: order, offset: offset)
    builder.entries = [EXIFBuilder.Entry(tag: 0x0112, type: 3, value: builder.field(UInt16(6)) + [0, 0])]
    #expect(EXIF.orientation(builder.bytes) == nil)
  }

  @Test func `a directory that is its own next one is read once`() {
    var bytes = EXIFBuilder(entries: [EXIFBuilder.Entry(tag: 1, type: 3, value: [0, 0, 0, 0])]).bytes
    bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: UInt32(8).bigEndianBytes)
    #expect(EXIF.orientation(bytes) == nil)
  }

  @Test(arguments: orders)
  func `every beginning of a record is read without harm`(order: EXIFBuilder.Order) {
    let whole = EXIFBuilder.orientation(6, order)
    for length in 0..<whole.count {
      let orientation = EXIF.orientation(Array(whole[..<length]))
      // The value ends two bytes into its field, at byte 20.
      #expect(
        orientation == (length >= 20 ? .right : length >= 18 ? .up : nil)
          || (orientation == .up && length >= 14))
    }
  }

  @Test func `bytes that are no record have no orientation`() {
    #expect(EXIF.orientation([]) == nil)
    #expect(EXIF.orientation(Array("MM\0+".utf8) + [UInt8](repeating: 0, count: 40)) == nil)
    #expect(EXIF.orientation(Array("IM*\0".utf8) + [UInt8](repeating: 0, count: 40)) == nil)
    #expect(EXIF.orientation([UInt8](repeating: 0xFF, count: 100)) == nil)
  }

  @Test func `a JPEG's first record counts, and none behind its pixels`() throws {
    let exif = { (value: UInt16) in JPEGBuilder.Segment.exif(EXIFBuilder.orientation(value)) }
    let size = PixelSize(width: 16, height: 8)
    #expect(
      try header(JPEGBuilder.plain([90], size: size, segments: [exif(6), exif(3)]).bytes).orientation
        == .right)
    #expect(
      try header(JPEGBuilder.plain([90], size: size, segments: [exif(6)]).bytes).size == size.transposed)
    #expect(try header(JPEGBuilder.plain([90], size: size).bytes + exif(6).bytes).orientation == .up)
  }

  /// In PNG: the chunk as the standard has it, with a JPEG's signature left in, and the two text forms of ImageMagick.
  static let pngForms: [PNGBuilder.Chunk] = {
    let exif = EXIFBuilder.orientation(6)
    let signed = Array("Exif\0\0".utf8) + exif
    func digits(_ bytes: [UInt8]) -> [UInt8] {
      let hex = Array("0123456789abcdef".utf8)
      let lines = bytes.flatMap { [hex[Int($0 >> 4)], hex[Int($0 & 15)]] }
      return Array("\nexif\n      \(bytes.count)\n".utf8) + lines[..<36] + [0x0A] + lines[36...] + [0x0A]
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
}
