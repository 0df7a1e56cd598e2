import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct RawFileTests {
  static var full: JPEGBuilder { JPEGBuilder.varied(PixelSize(width: 48, height: 32)) }
  static var small: JPEGBuilder { JPEGBuilder.plain([90], size: PixelSize(width: 16, height: 8)) }
  static var builder: RawFileBuilder { RawFileBuilder(full: full.bytes, small: small.bytes) }

  private func format(_ bytes: [UInt8]) throws -> PhotoFormat? {
    let file = try opened(bytes)
    return PhotoFormat(of: file.descriptor, size: file.size)
  }

  @Test(arguments: RawFileBuilder.kinds.map(\.name).indices)
  func `a raw file is shown by its largest JPEG, as the camera was held`(kind: Int) throws {
    var builder = Self.builder
    builder.orientation = 6
    let bytes = RawFileBuilder.kinds[kind].bytes(builder)
    let header = try header(bytes)
    #expect(header.format == .raw)
    #expect(header.storedSize == PixelSize(width: 48, height: 32))
    #expect(header.orientation == .right)
    #expect(header.taken?.description == "2024-07-15T12:34:56")
    #expect(header.camera == "Maker Test 5")
    #expect(header.preview.map { Array(bytes[$0]) } == Self.full.bytes)
    #expect(try format(bytes) == .raw)
    let turned = EXIFBuilder.orientation(6)
    let expected = try Drawn(JPEGBuilder.varied(Self.full.size, segments: [.exif(turned)]).bytes)
    let drawn = try Drawn(bytes)
    #expect(drawn.raster.difference(from: expected.raster) == nil)
    #expect(drawn.warning == "only its embedded preview of 48x32 pixels is used, not the raw data")
  }

  @Test func `a RAF's metadata is that of its JPEG`() throws {
    let record = EXIFTests.dates(original: "2024:07:15 12:34:56")
    var builder = Self.builder
    builder.full = JPEGBuilder.varied(Self.full.size, segments: [.exif(record)]).bytes
    let header = try header(builder.raf)
    #expect(header.format == .raw)
    #expect(header.storedSize == Self.full.size)
    #expect(header.taken?.description == "2024-07-15T12:34:56")
  }

  @Test func `a preview's own orientation comes first`() throws {
    var builder = Self.builder
    builder.orientation = 6
    builder.full =
      JPEGBuilder.varied(Self.full.size, segments: [.exif(EXIFBuilder.orientation(3))]).bytes
    #expect(try header(builder.nef).orientation == .down)
  }

  @Test func `a progressive preview is taken, one of 12 bits or in lossless JPEG is not`() throws {
    var builder = Self.builder
    builder.full = JPEGBuilder.varied(Self.full.size, scans: .progressive).bytes
    let progressive = try header(builder.nef)
    #expect(progressive.storedSize == Self.full.size)
    #expect(progressive.decoderBufferBytes > 0)
    for (offset, byte) in [(1, 0xC3), (4, 12)] as [(Int, UInt8)] {
      builder.full = Self.full.bytes
      builder.full[builder.full.firstRange(of: [0xFF, 0xC0] as [UInt8])!.lowerBound + offset] = byte
      for (_, bytes) in RawFileBuilder.kinds
      where ![builder.orf, builder.rw2].contains(bytes(builder)) {
        #expect(try header(bytes(builder)).storedSize == Self.small.size)
      }
      for bytes in [builder.orf, builder.rw2] {
        #expect(throws: CodecError.unsupported(reason: "a raw file without a JPEG preview")) {
          try header(bytes)
        }
      }
    }
  }

  @Test func `a JPEG that doesn't end inside of the file is no preview`() throws {
    let size = UInt32(Self.full.bytes.count)
    let sensor: TIFFBuilder.Directory = [(0x0106, .short(32803))]
    func header(length: UInt32) throws -> PhotoHeader {
      let large: TIFFBuilder.Directory = [
        (0x0201, .offset(of: Self.full.bytes)), (0x0202, .long(length)),
      ]
      let small: TIFFBuilder.Directory = [
        (0x0201, .offset(of: Self.small.bytes)), (0x0202, .long(UInt32(Self.small.bytes.count))),
      ]
      return try PhotoHeader(
        of: opened(TIFFBuilder([sensor, small, large]).bytes), limits: DecodeLimits())
    }
    #expect(try header(length: size).storedSize == Self.full.size)
    for length in [0, 1, 30, size + 1, .max] {
      #expect(try header(length: length).storedSize == Self.small.size)
    }
    // The header is whole, so the size is known; that pixels are missing, the decoder finds.
    #expect(try header(length: size - 100).storedSize == Self.full.size)
  }

  @Test func `nothing beyond a preview's end is decoded`() throws {
    let sensor: TIFFBuilder.Directory = [(0x0106, .short(32803))]
    let cut = UInt32(Self.full.bytes.count - 100)
    let preview: TIFFBuilder.Directory = [
      (0x0201, .offset(of: Self.full.bytes)), (0x0202, .long(cut)),
    ]
    let bytes = TIFFBuilder([sensor, preview]).bytes
    #expect { try Drawn(bytes) } throws: { error in
      if case CodecError.damaged(_, allowable: true) = error { true } else { false }
    }
    let warning = try Drawn(bytes, allowsDamage: true).warning
    #expect(
      warning?.hasPrefix("only its embedded preview of 48x32 pixels is used, not the raw data; ")
        == true)
  }

  @Test func `masks, depth maps and tiles are no previews`() throws {
    let jpeg = Self.full.bytes
    for photometric: UInt16 in [4, 32803, 34892, 51177, 52527] {
      let mask: TIFFBuilder.Directory = [
        (0x0103, .short(7)), (0x0106, .short(photometric)), (0x0111, .offset(of: jpeg)),
        (0x0117, .long(UInt32(jpeg.count))),
      ]
      let bytes = TIFFBuilder([[(0xC612, .long(0x0401)), (0x014A, .directories([mask]))]]).bytes
      #expect(throws: CodecError.unsupported(reason: "a raw file without a JPEG preview")) {
        try header(bytes)
      }
    }
    let strips: TIFFBuilder.Directory = [
      (0xC612, .long(0x0401)), (0x0103, .short(7)), (0x0111, .longs([8, 8])),
      (0x0117, .longs([99, 99])),
    ]
    #expect(throws: CodecError.unsupported(reason: "a raw file without a JPEG preview")) {
      try header(TIFFBuilder([strips]).bytes)
    }
  }

  @Test(arguments: [false, true])
  func `an ordinary TIFF is none, also with a camera's EXIF and a JPEG in it`(isBigEndian: Bool)
    throws
  {
    let jpeg = Self.full.bytes
    let picture: TIFFBuilder.Directory = [
      (0x0103, .short(7)), (0x0106, .short(6)), (0x010F, .text("Maker")),
      (0x0111, .offset(of: jpeg)),
      (0x0117, .long(UInt32(jpeg.count))), (0x014A, .directories([[(0x0103, .short(1))]])),
    ]
    let bytes = TIFFBuilder([picture, picture], isBigEndian: isBigEndian).bytes
    #expect(try format(bytes) == .tiff)
    let unsaid = "its directory doesn't say how large the picture is"
    #expect(throws: CodecError.damaged(reason: unsaid)) { try header(bytes) }
  }

  @Test func `directories that lead in circles and nowhere end`() throws {
    var bytes = Self.builder.nef
    let whole = try header(bytes)
    #expect(whole.format == .raw)
    // The first directory's next one is itself.
    let next = 8 + 2 + 12 * 5
    bytes.replaceSubrange(next..<next + 4, with: UInt32(8).bigEndianBytes)
    #expect(try header(bytes).storedSize == whole.storedSize)
    for offset: UInt32 in [
      0, 1, 7, 8, UInt32(bytes.count) - 1, UInt32(bytes.count), 0x7FFF_FFFF, .max,
    ] {
      let many = TIFFBuilder([
        [(0xC612, .long(1)), (0x014A, .longs([UInt32](repeating: offset, count: 16)))]
      ]).bytes
      #expect(throws: CodecError.self) { try header(many) }
      #expect(try format(many) == .raw)
    }
  }

  @Test func `what comes after many directories isn't looked for`() throws {
    let empty: TIFFBuilder.Directory = [(0x0103, .short(1))]
    let chain = [TIFFBuilder.Directory](repeating: empty, count: 100)
    #expect(try format(TIFFBuilder(chain + [[(0x0106, .short(32803))]]).bytes) == .tiff)
  }

  @Test func `a file that ends anywhere is taken or refused for that`() throws {
    for (_, bytes) in RawFileBuilder.kinds {
      let bytes = bytes(Self.builder)
      for length in stride(from: 0, to: bytes.count, by: 7) {
        expectTakenOrRefused { _ = try header(Array(bytes[..<length])) }
        _ = try format(Array(bytes[..<length]))
      }
    }
  }

  @Test func `boxes of any size are taken or refused for that`() throws {
    let cr3 = Self.builder.cr3
    let names = [
      "ftyp", "moov", "uuid", "trak", "mdia", "minf", "stbl", "stsz", "co64", "CMT1", "PRVW",
      "THMB",
    ]
    for name in names {
      let place = cr3.firstRange(of: Array(name.utf8))!.lowerBound - 4
      for size: UInt32 in [0, 1, 7, 8, 9, 0x7FFF_FFFF, .max] {
        var bytes = cr3
        bytes.replaceSubrange(place..<place + 4, with: size.bigEndianBytes)
        expectTakenOrRefused { _ = try header(bytes) }
      }
    }
    // A sample beyond all files.
    let offset = cr3.firstRange(of: Array("co64".utf8))!.upperBound + 8
    for number: UInt64 in [.max, 1 << 63, 1 << 62, UInt64(cr3.count)] {
      var bytes = cr3
      bytes.replaceSubrange(offset..<offset + 8, with: number.bigEndianBytes)
      #expect(try header(bytes).storedSize == Self.small.size)
    }
  }

  @Test(arguments: RawFileBuilder.kinds.map(\.name).indices)
  func `changed bytes are taken or refused for what they are`(kind: Int) throws {
    var numbers = Numbers(seed: UInt64(kind))
    let original = RawFileBuilder.kinds[kind].bytes(Self.builder)
    for _ in 0..<300 {
      var bytes = original
      for _ in 0...numbers.next(below: 4) {
        let telling: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(numbers.next(below: 256))]
        bytes[numbers.next(below: bytes.count)] = telling[numbers.next(below: telling.count)]
      }
      _ = try format(bytes)
      let size = PixelSize(width: 5, height: 6)
      expectTakenOrRefused {
        _ = try Drawn(bytes, at: size, limits: DecodeLimits(pixels: 100_000), allowsDamage: true)
      }
    }
  }
}
