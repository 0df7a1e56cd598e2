import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Small files that would take much time or memory if their contents were believed.
///
/// The limit on processor time is generous, for slow machines; what it guards against takes
/// minutes.
@Suite(.waiting) struct BombTests {
  private static let seconds = 20.0
  private static let bytes = 64 << 20

  let place: Workplace

  init() throws { place = try Workplace() }

  private func run(_ bytes: [UInt8], _ options: String...) throws -> Outcome {
    try place.folder.write(bytes, to: "bomb")
    // So small that no photo is enlarged, which would be warned of.
    return try place.run(Workplace.make + ["--canvas", "16x8px", "1.jpg", "bomb"] + options)
  }

  private func expectCheap(_ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(outcome.cpuSeconds < Self.seconds, sourceLocation: sourceLocation)
    #expect(outcome.peakBytes < Self.bytes, sourceLocation: sourceLocation)
  }

  private func expectRefusal(
    _ outcome: Outcome, _ reason: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.exitCode == 65, sourceLocation: sourceLocation)
    #expect(outcome.errorLines == 1, sourceLocation: sourceLocation)
    #expect(outcome.error.hasPrefix("collage: bomb: "), sourceLocation: sourceLocation)
    if let reason {
      #expect(outcome.error == "collage: bomb: \(reason)\n", sourceLocation: sourceLocation)
    }
    expectCheap(outcome, sourceLocation: sourceLocation)
  }

  @Test(arguments: [(65_536, 65_536), (46_341, 46_341), (16_384, 16_383), (1_000_000, 1_000_000)])
  func `a PNG with too many pixels is refused by its header`(_ width: Int, _ height: Int) throws {
    let header = PNGFile.header(width, height, .rgba)
    let outcome = try run(
      PNGFile.file([header, PNGFile.chunk("IDAT", [0x78, 0x01]), PNGFile.end]))
    expectRefusal(
      outcome,
      "\(width)x\(height) pixels exceed the limit of 268402689; raise it with --max-pixels")
  }

  @Test func `a PNG with the longest sides that its header can tell is refused`() throws {
    for side in [Int(Int32.max), Int(UInt32.max), 0] {
      let header = PNGFile.header(side, side, depth: 16, .rgba)
      expectRefusal(
        try run(PNGFile.file([header, PNGFile.chunk("IDAT", [0x78, 0x01]), PNGFile.end])))
    }
  }

  @Test func `a JPEG with too many pixels is refused by its header`() throws {
    expectRefusal(
      try run(JPEGFile.baselineHeader(width: 65_500, height: 65_500)),
      "65500x65500 pixels exceed the limit of 268402689; raise it with --max-pixels")
  }

  @Test func `--max-pixels moves the limit both ways`() throws {
    #expect(
      try place.make("1.jpg", "2.jpg", "--max-pixels", "767").answer
        == .failed(
          65, "1.jpg: 32x24 pixels exceed the limit of 767; raise it with --max-pixels",
          "2.jpg: 32x24 pixels exceed the limit of 767; raise it with --max-pixels"))
    #expect(try place.make("1.jpg", "2.jpg", "--max-pixels", "768").exitCode == 0)
  }

  @Test func `a progressive JPEG of a hundred scans is taken, one of more is refused`() throws {
    for scans in [30, 100] {
      let outcome = try run(JPEGFile.progressive(scans: scans))
      #expect(outcome.answer == .done("\(outcome.id)\n"))
    }
    expectRefusal(
      try run(JPEGFile.progressive(scans: 101)),
      "more than 100 scans, which no ordinary file has; save it again, or raise it with --max-scans"
    )
  }

  @Test func `--max-scans moves the limit both ways`() throws {
    try place.folder.write(JPEGFile.progressive(scans: 30), to: "scans.jpg")
    #expect(try place.make("scans.jpg", "scans.jpg", "--max-scans", "29").exitCode == 65)
    #expect(try place.make("scans.jpg", "scans.jpg", "--max-scans", "30").exitCode == 0)
  }

  @Test func `what a format forces into memory is counted before it is taken`() throws {
    // 16000x16000 pixels in three components of 2 bytes, and an eighth of a byte.
    let jpeg = JPEGFile.progressiveHeader(width: 16_000, height: 16_000)
    expectRefusal(
      try run(jpeg),
      "needs 1557 MiB to decode, but the memory limit is 1024 MiB; raise it with --memory")
    expectRefusal(
      try run(jpeg, "--memory", "1556M"),
      "needs 1557 MiB to decode, but the memory limit is 1556 MiB; raise it with --memory")
    // 15000x15000 pixels of 8 bytes.
    let interlaced = PNGFile.file([
      PNGFile.header(15_000, 15_000, depth: 16, .rgba, interlaced: true),
      PNGFile.chunk("IDAT", [0x78, 0x01]),
      PNGFile.end,
    ])
    expectRefusal(
      try run(interlaced),
      "needs 1717 MiB to decode, but the memory limit is 1024 MiB; raise it with --memory")
  }

  @Test func `the canvas is counted against the memory, too`() throws {
    try place.expectNothingChanges(
      by: ["make", "1.jpg", "2.jpg", "--canvas", "30000x30000"],
      .failed(
        64,
        "a canvas of 30000x30000 needs 3434 MiB, but the memory limit is 1024 MiB; raise it with --memory"
      ))
  }

  @Test func `a chunk that claims more than the file holds takes no memory`() throws {
    let claim = UInt32(2_000_000_000).bigEndianBytes + Array("tEXt".utf8) + [1, 2, 3]
    expectRefusal(try run(PNGFile.file([PNGFile.header(16, 16, .rgb), claim])))
    expectRefusal(try run(JPEGFile.start + [0xFF, 0xE1, 0xFF, 0xFF] + Array("Exif\0\0".utf8)))
  }

  @Test(arguments: ["zTXt", "iTXt", "iCCP"])
  func `text and profiles that inflate to 256 MB are taken cheaply`(_ type: String) throws {
    let stream = Zlib.zeros(256 << 20)
    let beginning: [String: [UInt8]] = [
      "zTXt": Array("Raw profile type exif\0\0".utf8),
      "iTXt": Array("XML:com.adobe.xmp\0".utf8) + [1, 0, 0, 0],
      "iCCP": Array("profile\0\0".utf8),
    ]
    let png = Picture.png(Picture.sample(1, PixelSize(width: 8, height: 8)))
    let outcome = try run(
      PNGFile.inserting(PNGFile.chunk(type, beginning[type]! + stream), into: png))
    #expect(outcome.exitCode == 0)
    #expect(outcome.errorLines <= 1)
    expectCheap(outcome)
  }

  @Test
  func `twenty thousand texts and a hundred thousand empty pieces of pixels are taken cheaply`()
    throws
  {
    let rows: [[UInt8]] = [[0, 255], [255, 0]]
    let text = PNGFile.chunk("tEXt", Array("Comment\0something".utf8))
    let texts = try run(
      PNGFile.picture(
        .grey, rows: rows, chunks: [[UInt8](repeatElement(text, count: 20_000).joined())]))
    #expect(texts.exitCode == 0)
    expectCheap(texts)
    let empty = PNGFile.chunk("IDAT")
    let pieces = try run(
      PNGFile.picture(
        .grey, rows: rows, chunks: [[UInt8](repeatElement(empty, count: 100_000).joined())]))
    #expect(pieces.exitCode == 0)
    expectCheap(pieces)
  }

  @Test func `pixels that inflate to far more than the picture are taken cheaply`() throws {
    let stream = Zlib.zeros(256 << 20)
    let outcome = try run(
      PNGFile.file([PNGFile.header(16, 16, .grey), PNGFile.chunk("IDAT", stream), PNGFile.end]))
    #expect(outcome.exitCode == 0)
    #expect(outcome.errorLines == 1)
    expectCheap(outcome)
  }

  /// - Parameter bytes: what the file begins with; zeros that take no place on the disk follow.
  private func run(_ bytes: [UInt8], filledTo size: Int64) throws -> Outcome {
    let file = try FileDescriptor.open(try place.folder.write(bytes, to: "bomb"), .readWrite)
    try file.closeAfter { try file.resize(to: size) }
    return try place.run(Workplace.make + ["1.jpg", "bomb"])
  }

  @Test func `zeros behind a PNG's signature or header are not searched for chunks`() throws {
    expectRefusal(try run(PNGFile.file([]), filledTo: 1 << 40))
    expectRefusal(try run(PNGFile.file([PNGFile.header(16, 16, .rgb)]), filledTo: 1 << 40))
  }

  @Test(arguments: ["png", "jpg"])
  func `a picture with a terabyte of zeros behind it is refused, one with some of them is taken`(
    _ kind: String
  ) throws {
    let raster = Picture.sample(1, PixelSize(width: 32, height: 24))
    let picture = kind == "png" ? Picture.png(raster) : Picture.jpeg(raster)
    expectRefusal(
      try run(picture, filledTo: 1 << 40),
      "its file is 1048576 MiB, far more than 32x24 pixels can need; save the picture again")
    #expect(try run(picture, filledTo: 8 << 20).exitCode == 0)
  }

  @Test func `nested JSON needs neither time nor a large stack`() throws {
    let opened = String(repeating: "[", count: 500)
    let deep = "nested more than 64 deep"
    try place.folder.write(
      "{\"photos\": \(opened)\n{\"photos\": \(opened + opened)\n".utf8, to: "deep.jsonl")
    let batch = try place.shell("ulimit -s 128; exec \"$@\"", ["batch", "deep.jsonl"])
    #expect(batch.exitCode == 1 && batch.output.split(separator: "\n").count == 2)
    #expect(batch.output.split(separator: "\n").allSatisfy { $0.contains(deep) })
    expectCheap(batch)
    try place.folder.write(String(repeating: "{\"down\": [", count: 500).utf8, to: "deep.json")
    let layout = try place.shell(
      "ulimit -s 128; exec \"$@\"", Workplace.make + ["1.jpg", "--layout-file", "deep.json"])
    #expect(
      layout.exitCode == 64 && layout.error.hasPrefix("collage: deep.json: ")
        && layout.error.contains(deep))
    expectCheap(layout)
    let missing = try place.shell(
      "ulimit -s 128; exec \"$@\"", ["batch", "--missing", "deep.jsonl", "deep.jsonl"])
    #expect(missing.exitCode == 0 && missing.error.contains("2 lines are not results"))
    expectCheap(missing)
  }

  @Test func `a picture whose recipe is nested deeply is one without a recipe`() throws {
    let made = try place.make("1.jpg", "2.jpg", "--format", "png")
    let name = FilePath("Pictures/Collages/collage-\(made.id).png")
    let packet =
      Array("XML:com.adobe.xmp\0\0\0\0\0<collage:recipe>".utf8)
      + [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20) + Array("</collage:recipe>".utf8)
    let picture = Picture.png(Picture.sample(1, PixelSize(width: 8, height: 8)))
    try place.folder.write(
      PNGFile.inserting(PNGFile.chunk("iTXt", packet), into: picture), to: name)
    let shown = try place.shell("ulimit -s 128; exec \"$@\"", ["library", "show", made.id])
    #expect(shown.exitCode == 65 && shown.error.contains("its recipe can't be read"))
    expectCheap(shown)
  }

  @Test func `a budget of a few bytes is shown as it is`() throws {
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "2.jpg", "--memory", "1"],
      .failed(
        64,
        "a canvas of 40x20 needs 3.2 KiB, but the memory limit is 1 byte; raise it with --memory"))
  }

  @Test func `a PNG with sides beyond its decoder's limit is too large, not damaged`() throws {
    expectRefusal(
      try run(
        PNGFile.file([
          PNGFile.header(1_000_001, 1, .grey), PNGFile.chunk("IDAT", [0x78, 0x01]), PNGFile.end,
        ])),
      "too large: more than 1000000 pixels on a side; use a smaller copy")
  }

  @Test func `memory follows the frames, not the photos`() throws {
    // 100 megapixels, 400 MB if they were held at once. Most rows lie outside of the frame.
    let outcome = try run(PNGFile.black(2000, 50_000), "--canvas", "40x2px")
    #expect(outcome.exitCode == 0)
    expectCheap(outcome)
  }
}
