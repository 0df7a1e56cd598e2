import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Photos that are not as they should be: which are accepted, which are refused, and what is said
/// about them.
@Suite(.waiting) struct DamagedInputTests {
  let place: Workplace
  private let jpeg = Picture.sampleJPEG(3, PixelSize(width: 64, height: 48))
  private let png = Picture.png(Picture.sample(4, PixelSize(width: 64, height: 48)))

  init() throws { place = try Workplace() }

  /// Expects that a photo of these bytes is refused with 65, one line that names it, and no trace
  /// of a collage.
  private func expectRefusal(
    of bytes: [UInt8], saying reason: String? = nil, _ options: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try place.folder.write(bytes, to: "bad")
    let before = try place.folder.snapshot()
    let outcome = try place.run(Workplace.make + ["1.jpg", "bad"] + options)
    #expect(outcome.exitCode == 65, sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    #expect(
      outcome.errorLines == 1 && outcome.error.hasPrefix("collage: bad: "),
      sourceLocation: sourceLocation)
    if let reason {
      #expect(outcome.error == "collage: bad: \(reason)\n", sourceLocation: sourceLocation)
    }
    #expect(try place.folder.snapshot() == before, sourceLocation: sourceLocation)
  }

  /// Expects that a photo of these bytes is accepted with exactly this warning.
  private func expectWarning(
    _ warning: String, about bytes: [UInt8], _ options: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try place.folder.write(bytes, to: "odd")
    let outcome = try place.run(Workplace.make + ["1.jpg", "odd"] + options)
    #expect(
      outcome.answer == .done("\(outcome.id)\n", saying: "odd: warning: \(warning)"),
      sourceLocation: sourceLocation)
    #expect(outcome.id != "", sourceLocation: sourceLocation)
  }

  @Test(arguments: [9, 33, 50, -30, -12, -1])
  func `a truncated PNG is refused`(_ end: Int) throws {
    try expectRefusal(of: Array(png.prefix(end > 0 ? end : png.count + end)))
  }

  @Test func `a PNG with a wrong checksum in its header, palette or pixels is refused`() throws {
    var header = png
    header[30] ^= 1
    try expectRefusal(of: header)
    var pixels = png
    let data = PNGFile.data(of: "IDAT", in: png)
    pixels[data + 40] ^= 0x10
    try expectRefusal(of: pixels)
    let rows: [[UInt8]] = [[0, 1], [1, 0]]
    let palette = PNGFile.chunk("PLTE", [255, 0, 0, 0, 0, 255], checksum: 1)
    try expectRefusal(of: PNGFile.picture(.palette, rows: rows, chunks: [palette]))
  }

  @Test func `a PNG whose stream does not match its own checksum is refused`() throws {
    var stream = Zlib.stored([0, 1, 2, 0, 3, 4])
    stream[stream.count - 1] ^= 1
    try expectRefusal(
      of: PNGFile.file([PNGFile.header(2, 2, .grey), PNGFile.chunk("IDAT", stream), PNGFile.end]))
  }

  @Test func `a JPEG cut off in its header or before its scan is refused`() throws {
    for end in [2, 20, JPEGFile.scanData(of: jpeg)] {
      try expectRefusal(of: Array(jpeg.prefix(end)))
    }
  }

  @Test func `a JPEG that lost pixels is refused, unless the damage is allowed`() throws {
    let scan = JPEGFile.scanData(of: jpeg)
    var junk = jpeg
    // No code begins with ones only.
    for index in stride(from: scan + 100, to: scan + 130, by: 2) {
      junk.replaceSubrange(index...index + 1, with: [0xFF, 0])
    }
    for bytes in [Array(jpeg.prefix(scan + (jpeg.count - scan) / 2)), junk] {
      try place.folder.write(bytes, to: "bad")
      let refused = try place.make("1.jpg", "bad")
      #expect(refused.exitCode == 65)
      #expect(refused.errorLines == 1)
      #expect(refused.error.hasPrefix("collage: bad: damaged: "))
      #expect(refused.error.hasSuffix("; use --allow-damaged to keep the intact part\n"))
      let taken = try place.make("1.jpg", "bad", "--allow-damaged")
      #expect(taken.exitCode == 0)
      #expect(taken.errorLines == 1)
      #expect(taken.error.hasPrefix("collage: bad: warning: "))
    }
  }

  @Test func `a JPEG without its end is taken with one warning`() throws {
    try expectWarning("the end of the file is missing", about: jpeg.dropLast(2))
  }

  @Test func `a PNG with a wrong checksum beside the pixels is taken with one warning`() throws {
    let gamma = PNGFile.chunk("gAMA", UInt32(45_455).bigEndianBytes, checksum: 1)
    try expectWarning("gAMA: CRC error", about: PNGFile.inserting(gamma, into: png))
  }

  @Test
  func `a photo that is taken with a warning gives the picture it would give without its fault`()
    throws
  {
    try place.folder.write(jpeg, to: "whole")
    try place.folder.write(jpeg.dropLast(2), to: "endless")
    #expect(try place.make("whole", "whole", "-o", "whole.png").exitCode == 0)
    #expect(try place.make("endless", "endless", "-o", "endless.png").exitCode == 0)
    #expect(try place.picture("whole.png").difference(from: try place.picture("endless.png")) == 0)
  }

  @Test func `foreign files are refused by what they are, whatever their name`() throws {
    let kinds: [(String, [UInt8])] = [
      ("an empty file, not a picture; leave it out", []),
      ("a text file, not a picture; leave it out", Array("some notes\n".utf8)),
      ("an HTML page, not a picture; leave it out", Array("<!DOCTYPE html><html></html>".utf8)),
      (
        "an SVG drawing, which can't be read; convert it first",
        Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
      ),
      (
        "a GIF file, which can't be read; convert it first",
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
      ),
    ]
    for (kind, bytes) in kinds {
      try place.folder.write(bytes, to: "1.png")
      try place.expectNothingChanges(
        by: Workplace.make + ["1.png", "2.jpg"],
        .failed(65, "1.png: this is \(kind)"))
    }
    try expectRefusal(
      of: [1, 2, 3, 4], saying: "this is not a picture in a readable format; see 'collage formats'")
  }

  @Test func `a PNG named as a JPEG is a PNG, and the other way round`() throws {
    try place.folder.write(png, to: "png.jpg")
    try place.folder.write(jpeg, to: "jpeg.png")
    let layout = try Report.Layout(try place.make("png.jpg", "jpeg.png", "--dry-run").output)
    #expect(layout.photos.map(\.format) == ["png", "jpeg"])
    #expect(try place.make("png.jpg", "jpeg.png").exitCode == 0)
  }

  @Test func `kinds of JPEG that can't be decoded are unsupported`() throws {
    for marker: UInt8 in [0xC3, 0xC5] {
      var bytes = JPEGFile.flat([100])
      bytes[bytes.firstRange(of: [0xFF, 0xC0] as [UInt8])!.lowerBound + 1] = marker
      try place.folder.write(bytes, to: "bad")
      #expect(try place.make("1.jpg", "bad").error.hasPrefix("collage: bad: unsupported: "))
      try expectRefusal(of: bytes)
    }
    var deep = JPEGFile.flat([100])
    deep[deep.firstRange(of: [0xFF, 0xC0] as [UInt8])!.lowerBound + 4] = 12
    try expectRefusal(of: deep)
  }

  @Test func `every bad photo is named, a line each and in order, and nothing is made`() throws {
    try place.folder.write(jpeg.prefix(jpeg.count / 2), to: "cut.jpg")
    try place.folder.write(Array("words".utf8), to: "words.jpg")
    let before = try place.folder.snapshot()
    let outcome = try place.make(
      "1.jpg", "words.jpg", "cut.jpg", "missing.jpg", "2.jpg", "words.jpg")
    #expect(outcome.exitCode == 65)
    #expect(outcome.output == "")
    let lines = outcome.error.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first == "collage: words.jpg: this is a text file, not a picture; leave it out")
    #expect(lines.dropFirst().first?.hasPrefix("collage: cut.jpg: damaged: ") == true)
    #expect(lines.last == "collage: missing.jpg: there is no such file; check the path")
    #expect(try place.folder.snapshot() == before)
  }

  @Test func `many warnings print one line, and more than a hundred count as damage`() throws {
    // Junk between segments is passed over with a warning.
    let junk = [1, 2, 3] + JPEGFile.segment(0xFE, [])
    let some = JPEGFile.inserting((0..<50).flatMap { _ in junk }, into: jpeg)
    let many = JPEGFile.inserting((0..<200).flatMap { _ in junk }, into: jpeg)
    try place.folder.write(some, to: "some.jpg")
    let outcome = try place.make("1.jpg", "some.jpg")
    #expect(outcome.exitCode == 0)
    #expect(outcome.errorLines == 1)
    #expect(outcome.error.hasPrefix("collage: some.jpg: warning: "))
    try expectRefusal(of: many)
  }
}
