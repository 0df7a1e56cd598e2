import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What the finished picture shows.
@Suite(.waiting) struct PixelTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// The left frame of a PNG collage of this photo twice, at `size`.
  private func shown(_ bytes: [UInt8], _ size: PixelSize, _ options: String...) throws -> Raster {
    try place.folder.write(bytes, to: "photo")
    let canvas = "\(2 * size.width)x\(size.height)px"
    let outcome = try place.run(
      ["make", "photo", "photo", "--canvas", canvas, "-o", "shown.png", "--force", "--quiet"]
        + options)
    #expect(outcome.exitCode == 0, "\(outcome)")
    let whole = try place.picture("shown.png")
    return Raster(size: size) { x, y in whole[x, y] }
  }

  /// Four quarters of different colours and a dark spot, so that every rotation and reflection
  /// changes it.
  private static let upright = Raster(size: PixelSize(width: 24, height: 16)) { x, y in
    if (2..<6).contains(x), (2..<4).contains(y) { return .black }
    return [[.pureRed, .pureGreen], [.pureBlue, .yellow]][y / 8][x / 12]
  }

  /// The picture as a camera held in another way would store it, with the rows and columns that
  /// EXIF's tag 0x0112 states.
  private static func stored(_ orientation: Orientation) -> Raster {
    let size = orientation.applied(to: upright.size)
    let (right, bottom) = (upright.size.width - 1, upright.size.height - 1)
    return Raster(size: size) { x, y in
      switch orientation {
      case .up: upright[x, y]
      case .upMirrored: upright[right - x, y]
      case .down: upright[right - x, bottom - y]
      case .downMirrored: upright[x, bottom - y]
      case .leftMirrored: upright[y, x]
      case .right: upright[right - y, x]
      case .rightMirrored: upright[right - y, bottom - x]
      case .left: upright[y, bottom - x]
      }
    }
  }

  @Test(arguments: Orientation.allCases)
  func `a PNG stands upright in every orientation, to the pixel`(_ orientation: Orientation) throws
  {
    let record = EXIFRecord.orientation(UInt16(orientation.rawValue))
    let bytes = EXIFRecord.inserting(record, intoPNG: Picture.png(Self.stored(orientation)))
    #expect(try shown(bytes, Self.upright.size).difference(from: Self.upright) == 0)
  }

  @Test(arguments: Orientation.allCases)
  func `a JPEG stands upright in every orientation`(_ orientation: Orientation) throws {
    let record = EXIFRecord.orientation(UInt16(orientation.rawValue))
    let bytes = EXIFRecord.inserting(
      record, intoJPEG: Picture.jpeg(Self.stored(orientation), quality: 100))
    let difference = try #require(
      try shown(bytes, Self.upright.size).difference(from: Self.upright))
    #expect(difference <= 12)
  }

  @Test
  func `an orientation that is none, and records that are broken, leave the photo as it is stored`()
    throws
  {
    let entry = EXIFRecord.orientationEntry(6)
    let many = [UInt8](repeating: 0, count: 12)
    let records =
      [0, 9, 255, 65_535].map { EXIFRecord.orientation($0) } + [
        // Claims more entries than there are, in a circle of directories.
        EXIFRecord.directory([many, many], count: 65_535, next: 8),
        // The directory is at the record's own beginning, or far outside of it.
        Array("II*\0".utf8) + [0, 0, 0, 0] + entry,
        Array("II*\0".utf8) + [255, 255, 255, 255] + entry,
        Array("II*\0".utf8), [], Array("nonsense".utf8),
      ]
    let jpeg = Picture.jpeg(Self.upright)
    let plain = try shown(jpeg, Self.upright.size)
    for record in records {
      for bytes in [EXIFRecord.inserting(record, intoJPEG: jpeg)] {
        try place.folder.write(bytes, to: "odd.jpg")
        let outcome = try place.make("odd.jpg", "odd.jpg")
        #expect(outcome.answer == .done("\(outcome.id)\n"))
        #expect(try shown(bytes, Self.upright.size).difference(from: plain) == 0)
      }
    }
  }

  @Test func `the order of bytes in EXIF may be either`() throws {
    let big: [UInt8] =
      Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0]
    let bytes = EXIFRecord.inserting(big, intoPNG: Picture.png(Self.stored(.down)))
    #expect(try shown(bytes, Self.upright.size).difference(from: Self.upright) == 0)
  }

  /// Ink as it is stored; with an Adobe marker, inverted.
  @Test(
    arguments: [
      ("white", [0, 0, 0, 0], nil, Colour.white), ("red", [0, 255, 255, 0], nil, .pureRed),
      ("black", [0, 0, 0, 255], nil, .black),
      ("white by Adobe", [255, 255, 255, 255], 0, .white),
      ("red by Adobe", [255, 0, 0, 255], 0, .pureRed),
      ("black by Adobe", [255, 255, 255, 0], 0, .black),
      ("white in YCCK", [0, 128, 128, 255], 2, .white),
      ("red in YCCK", [179, 171, 0, 255], 2, .pureRed),
      ("black in YCCK", [0, 128, 128, 0], 2, .black),
    ] as [(String, [UInt8], UInt8?, Colour)])
  func `photos in four inks are not inverted`(
    _ name: String, _ inks: [UInt8], _ adobe: UInt8?, _ colour: Colour
  ) throws {
    let picture = try shown(JPEGFile.flat(inks, adobe: adobe), PixelSize(width: 8, height: 8))
    #expect(
      picture.colours.allSatisfy { $0.difference(from: colour) <= 3 }, "\(name): \(picture[4, 4])")
  }

  @Test func `grey, colour and RGB JPEGs show their colours`() throws {
    let cases: [([UInt8], UInt8?, Colour)] = [
      ([77], nil, .grey(77)), ([76, 85, 255], nil, .pureRed), ([255, 0, 0], 0, .pureRed),
    ]
    for (components, adobe, colour) in cases {
      let picture = try shown(
        JPEGFile.flat(components, adobe: adobe), PixelSize(width: 8, height: 8))
      #expect(picture.colours.allSatisfy { $0.difference(from: colour) <= 3 }, "\(picture[4, 4])")
    }
  }

  @Test func `a checkerboard is reduced in linear light`() throws {
    let rows = (0..<64).map { y in (0..<64).map { x in (x + y) % 2 == 0 ? UInt8(0) : 255 } }
    let picture = try shown(PNGFile.picture(.grey, rows: rows), PixelSize(width: 8, height: 8))
    for y in 2..<6 {
      for x in 2..<6 {
        #expect(picture[x, y].difference(from: .grey(188)) <= 3, "\(picture[x, y])")
      }
    }
  }

  @Test func `colours without opacity leave no halo`() throws {
    // A white square surrounded by a fully transparent red one, on white.
    let rows = (0..<32).map { y in
      (0..<32).flatMap { x -> [UInt8] in
        (8..<24).contains(x) && (8..<24).contains(y) ? [255, 255, 255, 255] : [255, 0, 0, 0]
      }
    }
    let picture = try shown(PNGFile.picture(.rgba, rows: rows), PixelSize(width: 7, height: 7))
    #expect(picture.colours.allSatisfy { $0.difference(from: .white) <= 1 })
  }

  @Test func `half opacity is half of the photo and half of the background, as viewers show it`()
    throws
  {
    let rows = [[UInt8]](repeating: (0..<8).flatMap { _ in [0, 0, 0, 128] as [UInt8] }, count: 8)
    let picture = try shown(PNGFile.picture(.rgba, rows: rows), PixelSize(width: 8, height: 8))
    #expect(picture[4, 4].difference(from: .grey(127)) <= 1)
    let onBlack = try shown(
      PNGFile.picture(.rgba, rows: rows), PixelSize(width: 8, height: 8), "--background", "black")
    #expect(onBlack[4, 4] == .black)
  }

  @Test func `a palette's missing entries are never read`() throws {
    let palette = PNGFile.chunk("PLTE", [255, 0, 0, 0, 255, 0])
    let rows: [[UInt8]] = [[0, 1], [200, 255]]
    let size = PixelSize(width: 2, height: 2)
    let first = try shown(PNGFile.picture(.palette, rows: rows, chunks: [palette]), size)
    #expect(first[0, 0] == .pureRed && first[1, 0] == .pureGreen)
    for _ in 0..<3 {
      let again = try shown(PNGFile.picture(.palette, rows: rows, chunks: [palette]), size)
      #expect(again.difference(from: first) == 0)
    }
  }

  @Test(arguments: [(45_455, 128), (100_000, 188), (22_727, 62)])
  func `a PNG's gamma is applied, and the usual one is sRGB`(_ gamma: UInt32, _ value: UInt8) throws
  {
    let rows = [[UInt8]](repeating: [UInt8](repeating: 128, count: 4), count: 4)
    let chunk = PNGFile.chunk("gAMA", gamma.bigEndianBytes)
    let picture = try shown(
      PNGFile.picture(.grey, rows: rows, chunks: [chunk]), PixelSize(width: 4, height: 4))
    #expect(picture[2, 2].difference(from: .grey(value)) <= 1, "\(picture[2, 2])")
    let tagged = try shown(
      PNGFile.picture(.grey, rows: rows, chunks: [PNGFile.chunk("sRGB", [0]), chunk]),
      PixelSize(width: 4, height: 4))
    #expect(tagged[2, 2] == .grey(128))
  }
}
