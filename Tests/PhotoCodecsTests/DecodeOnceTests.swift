import SamplePictures
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// What is decoded for a small picture serves for a part of the photo, and nobody can tell.
@Suite struct DecodeOnceTests {
  private static let size = PixelSize(width: 99, height: 75)
  private static let small = PixelSize(width: 24, height: 18)
  /// In eighths of the picture's pixels.
  private static let parts = [(0, 0, 96, 72), (0, 16, 96, 40), (8, 0, 56, 72), (40, 32, 24, 16)]
    .map { Region(PixelRect(x: $0.0, y: $0.1, width: $0.2, height: $0.3)) }

  private static let photos: [(name: String, bytes: [UInt8])] = {
    var interlaced = PNGBuilder.plain(size)
    interlaced.isInterlaced = true
    let samplings: [JPEGBuilder.Sampling] = [.full, .halfBoth, .halfAcross, .quarterDown]
    return samplings.map { ("\($0)", JPEGBuilder.varied(size, $0).bytes) } + [
      ("progressive", JPEGBuilder.varied(size, .halfBoth, scans: .progressive).bytes),
      ("PNG", PNGBuilder.plain(size).bytes), ("interlaced PNG", interlaced.bytes),
    ]
  }()

  @Test(arguments: photos.map(\.name), [1, 2, 4, 8])
  func `parts of a kept picture are those of the photo`(name: String, eighths: Int) throws {
    let photo = try #require(Self.photos.first { $0.name == name })
    let file = try opened(photo.bytes)
    let pictures = DecodedPictures(limit: 1 << 20)
    let reduced = try PhotoHeader(of: file, limits: DecodeLimits()).isReducible ? eighths : 8
    for part in Self.parts {
      let frame = PixelSize(
        width: Int(part.width) * reduced / 8, height: Int(part.height) * reduced / 8)
      _ = try Drawn(file, at: Self.small, .draft, eighths: reduced, pictures: .keeping(pictures))
      #expect(pictures.count == 1)
      let kept = try Drawn(
        file, showing: part, at: frame, eighths: reduced, pictures: .taking(pictures))
      #expect(pictures.count == 0)
      let fresh = try Drawn(file, showing: part, at: frame, eighths: reduced)
      #expect(kept.raster.difference(from: fresh.raster) == nil, "\(part)")
    }
  }

  /// Of a photo about half of the memory is left; of noise, hardly more than all of it.
  @Test func `a large picture is kept in less memory, with the same pixels`() throws {
    let size = PixelSize(width: 901, height: 600)
    let parts = [Region(size), Region(PixelRect(x: 301, y: 350, width: 160, height: 121))]
    for (raster, most) in [(SamplePicture.raster(1, size: size), 0.7), (Raster.noise(size), 1.1)] {
      let file = try opened(encoded(raster))
      let pictures = DecodedPictures(limit: 4 << 20)
      _ = try Drawn(file, at: Self.small, .draft, pictures: .keeping(pictures))
      #expect(pictures.count == 1)
      #expect(Double(pictures.bytes) < most * 3 * Double(size.pixels))
      for part in parts {
        let frame = PixelSize(width: Int(part.width), height: Int(part.height))
        let kept = try Drawn(
          file, showing: part, at: frame, eighths: 8, pictures: .keeping(pictures))
        let fresh = try Drawn(file, showing: part, at: frame, eighths: 8)
        #expect(kept.raster.difference(from: fresh.raster) == nil, "\(part)")
      }
    }
  }

  @Test func `a picture at another reduction is left alone`() throws {
    let file = try opened(JPEGBuilder.varied(Self.size, .halfBoth).bytes)
    let pictures = DecodedPictures(limit: 1 << 20)
    _ = try Drawn(file, at: Self.small, .draft, eighths: 4, pictures: .keeping(pictures))
    #expect(pictures.count == 1 && pictures.bytes == 50 * 38 * 3)
    _ = try Drawn(file, at: Self.size, .exact, pictures: .taking(pictures))
    #expect(pictures.count == 1)
  }

  @Test func `damage is reported each time, since nothing is kept of it`() throws {
    let pictures = DecodedPictures(limit: 1 << 20)
    for photo in Self.photos {
      let file = try opened(Array(photo.bytes.dropLast(photo.bytes.count / 3)))
      for _ in 1...2 {
        #expect(throws: CodecError.self, "\(photo.name)") {
          _ = try Drawn(file, at: Self.small, .draft, eighths: 8, pictures: .keeping(pictures))
        }
        #expect(pictures.count == 0)
      }
    }
  }

  @Test func `what has no room is decoded again, and the largest makes way`() throws {
    let bytes = Self.size.pixels * 3
    let large = try opened(PNGBuilder.plain(Self.size).bytes)
    let small = try opened(PNGBuilder.plain(PixelSize(width: 40, height: 30)).bytes)
    let pictures = DecodedPictures(limit: bytes)
    func look(at file: borrowing PhotoFile) throws {
      _ = try Drawn(file, at: Self.small, .draft, pictures: .keeping(pictures))
    }
    try look(at: large)
    #expect(pictures.bytes == bytes)
    try look(at: small)
    #expect(pictures.count == 1 && pictures.bytes == 40 * 30 * 3)
    try look(at: large)
    #expect(pictures.count == 1 && pictures.bytes == 40 * 30 * 3)
  }

  @Test func `the memory of a picture serves for the next one`() throws {
    let pictures = DecodedPictures(limit: 1 << 20)
    for photo in Self.photos.suffix(2) {
      let file = try opened(photo.bytes)
      _ = try Drawn(file, at: Self.small, .draft, pictures: .keeping(pictures))
      _ = try Drawn(file, at: Self.size, pictures: .taking(pictures))
      #expect(pictures.count == 0 && pictures.bytes == Self.size.pixels * 3)
    }
    pictures.shrink(to: 0)
    #expect(pictures.bytes == 0)
  }

  @Test func `the memory of the last pictures goes back to the system when they are drawn`()
    throws
  {
    let pictures = DecodedPictures(limit: 1 << 20)
    for photo in Self.photos.suffix(2) {
      let file = try opened(photo.bytes)
      _ = try Drawn(file, at: Self.small, .draft, pictures: .keeping(pictures))
      pictures.releaseSpare()
      #expect(pictures.count == 1 && pictures.bytes == Self.size.pixels * 3)
      _ = try Drawn(file, at: Self.size, pictures: .taking(pictures))
      #expect(pictures.count == 0 && pictures.bytes == 0)
    }
  }

  @Test func `only of an opaque picture with eight bits three samples of each pixel are kept`()
    throws
  {
    func kept(_ type: PNGBuilder.ColourType, depth: Int) throws -> Int {
      var photo = PNGBuilder(size: Self.size) { x, y in
        (0..<type.channels).map { (x * 5 + y * 3 + $0 * 40) % 200 }
      }
      photo.colourType = type
      photo.depth = depth
      let file = try opened(photo.bytes)
      let pictures = DecodedPictures(limit: 1 << 20)
      _ = try Drawn(file, at: Self.small, pictures: .keeping(pictures))
      let bytes = pictures.bytes
      let kept = try Drawn(file, at: Self.size, pictures: .taking(pictures))
      let fresh = try Drawn(file, at: Self.size)
      #expect(kept.raster.difference(from: fresh.raster) == nil, "\(type), \(depth) bits")
      return bytes / Self.size.pixels
    }
    #expect(try kept(.rgb, depth: 8) == 3)
    #expect(try kept(.grey, depth: 8) == 3)
    #expect(try kept(.rgba, depth: 8) == 4)
    #expect(try kept(.rgb, depth: 16) == 8)
  }

  /// Averages are those of whole boxes, and of what is left of them at the right and the bottom.
  @Test(arguments: [1, 2, 3, 7, 256], [0..<1, 0..<3, 2..<5])
  func `boxes are averaged`(side: Int, columns: Range<Int>) throws {
    let size = PixelSize(width: side * 4 + 1, height: side * 2 + (side + 1) / 2)
    let raster = Raster.noise(size)
    let file = try opened(encoded(raster))
    let header = try PhotoHeader(of: file, limits: DecodeLimits())
    var reader = AveragingReader(try PNGReader.open(file), side: side, of: size)
    try reader.start(
      DecodePlan(header, showing: Region(size), at: size), limits: DecodeLimits())
    let first = try reader.narrow(to: columns)
    try reader.skip(1)
    for row in 1..<3 {
      let pixels = unsafe try reader.nextRow()
      for column in columns {
        let box = PixelRect(
          x: column * side, y: row * side, width: min(side, size.width - column * side),
          height: min(side, size.height - row * side))
        let sum = (0..<box.height).reduce(0) { sum, y in
          sum + (0..<box.width).reduce(0) { $0 + Int(raster[box.x + $1, box.y + y].red) }
        }
        let count = box.width * box.height
        let red = unsafe pixels.load(fromByteOffset: (column - first) * 4, as: UInt8.self)
        #expect(Int(red) == (sum + count / 2) / count, "\(column), \(row)")
      }
    }
    try reader.finish(remaining: 0)
  }
}
