import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct OrientationTests {
  /// A stored picture of three by two pixels, "abc" over "def", as each orientation shows it.
  static let shown: [(orientation: Orientation, rows: [String])] = [
    (.up, ["abc", "def"]),
    (.upMirrored, ["cba", "fed"]),
    (.down, ["fed", "cba"]),
    (.downMirrored, ["def", "abc"]),
    (.leftMirrored, ["ad", "be", "cf"]),
    (.right, ["da", "eb", "fc"]),
    (.rightMirrored, ["fc", "eb", "da"]),
    (.left, ["cf", "be", "ad"]),
  ]
  static let stored = ["abc", "def"]

  static func place(of letter: Character, in rows: [String]) -> (x: Int, y: Int)? {
    for (y, row) in rows.enumerated() {
      if let x = Array(row).firstIndex(of: letter) { return (x, y) }
    }
    return nil
  }

  static func letter(_ rows: [String], _ x: Int, _ y: Int) -> Character { Array(rows[y])[x] }

  /// A colour of its own for each letter.
  static func colour(_ letter: Character) -> Colour {
    let number = UInt8(letter.asciiValue! - 97)
    return Colour(40 * number, 255 - 30 * number, 7 * number)
  }

  @Test func `the eight orientations have EXIF's numbers`() {
    #expect(Orientation.allCases.map(\.rawValue) == Array(1...8))
    #expect(Orientation(rawValue: 0) == nil)
    #expect(Orientation(rawValue: 9) == nil)
  }

  @Test(arguments: shown)
  func `a picture stands upright in the size that its orientation gives it`(
    orientation: Orientation, rows: [String]
  ) {
    let upright = orientation.applied(to: PixelSize(width: 3, height: 2))
    #expect(upright == PixelSize(width: rows[0].count, height: rows.count))
    #expect(orientation.applied(to: upright) == PixelSize(width: 3, height: 2))
  }

  @Test(arguments: shown)
  func `every pixel of the upright picture is found again in the stored one`(
    orientation: Orientation, rows: [String]
  ) throws {
    let upright = PixelSize(width: rows[0].count, height: rows.count)
    for letter in "abcdef" {
      let here = try #require(Self.place(of: letter, in: rows))
      let there = try #require(Self.place(of: letter, in: Self.stored))
      let region = Region(x: Double(here.x), y: Double(here.y), width: 1, height: 1)
      #expect(
        orientation.stored(region, upright: upright)
          == Region(x: Double(there.x), y: Double(there.y), width: 1, height: 1))
    }
  }

  @Test func `the sides of a region change places with those of the picture`() {
    let region = Region(x: 1, y: 2, width: 30, height: 4)
    #expect(
      Orientation.right.stored(region, upright: PixelSize(width: 100, height: 50))
        == Region(x: 2, y: 69, width: 4, height: 30))
    #expect(
      Orientation.left.stored(region, upright: PixelSize(width: 100, height: 50))
        == Region(x: 44, y: 1, width: 4, height: 30))
  }

  @Test(arguments: shown)
  func `a photo is drawn upright, whatever its orientation`(
    orientation: Orientation, rows: [String]
  ) throws {
    let exif = EXIFBuilder.orientation(UInt16(orientation.rawValue))
    let photo = PNGBuilder(PixelSize(width: 3, height: 2)) { x, y in
      Self.colour(Self.letter(Self.stored, x, y))
    }.with(PNGBuilder.Chunk(type: "eXIf", data: exif))
    #expect(try header(photo.bytes).orientation == orientation)
    let drawn = try Drawn(photo.bytes).raster
    let wanted = Raster(size: PixelSize(width: rows[0].count, height: rows.count)) { x, y in
      Self.colour(Self.letter(rows, x, y))
    }
    #expect(drawn.difference(from: wanted) == nil)
  }

  /// A part off the middle, reduced by different measures across and down, of a picture without any
  /// symmetry.
  @Test(arguments: shown)
  func `a reduced part of a turned JPEG is the turned part of the plain one`(
    orientation: Orientation, rows: [String]
  ) throws {
    let size = PixelSize(width: 96, height: 64)
    let plain = JPEGBuilder.varied(size, .halfBoth).bytes
    let turned = JPEGBuilder.varied(
      size, .halfBoth, segments: [.exif(EXIFBuilder.orientation(UInt16(orientation.rawValue)))]
    ).bytes
    let upright = orientation.applied(to: size)
    let region = Region(
      x: 5, y: 9, width: Double(upright.width) / 2, height: Double(upright.height) / 3)
    let frame = PixelSize(width: 12, height: 10)
    let drawn = try Drawn(turned, showing: region, at: frame).raster
    let reference = try Drawn(
      plain, showing: orientation.stored(region, upright: upright),
      at: orientation.applied(to: frame)
    ).raster
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let pixel = Region(x: Double(x), y: Double(y), width: 1, height: 1)
        let place = orientation.stored(pixel, upright: frame)
        #expect(drawn[x, y] == reference[Int(place.x), Int(place.y)], "at \(x),\(y)")
      }
    }
  }

  @Test func `nothing is drawn outside of the frame`() throws {
    let photo = PNGBuilder(PixelSize(width: 3, height: 2)) { _, _ in .black }
    for orientation in Orientation.allCases {
      let turned = photo.with(
        PNGBuilder.Chunk(type: "eXIf", data: EXIFBuilder.orientation(UInt16(orientation.rawValue))))
      let raster = Raster(size: PixelSize(width: 9, height: 9), filledWith: .white)
      let frame = Frame(x: 2, y: 3, width: 4, height: 5)
      let file = try opened(turned.bytes)
      let header = try PhotoHeader(of: file, limits: DecodeLimits())
      _ = try PhotoDecoder.draw(
        file, header, plan: DecodePlan(header, showing: Region(header.size), at: frame.size),
        into: frame,
        of: raster, background: .white, limits: DecodeLimits(), allowsDamage: false,
        isCancelled: { false })
      let wanted = Raster(size: raster.size) { x, y in
        (2..<6).contains(x) && (3..<8).contains(y) ? .black : .white
      }
      #expect(raster.difference(from: wanted) == nil)
    }
  }
}
