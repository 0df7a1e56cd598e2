import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Photos that are not in sRGB, and collages in other colour spaces.
@Suite(.waiting) struct ColourTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 2) }

  private func flat(_ colour: [UInt8], _ chunks: [[UInt8]]) -> [UInt8] {
    PNGFile.picture(
      .rgb, rows: [[UInt8]](repeating: (0..<8).flatMap { _ in colour }, count: 8), chunks: chunks)
  }

  @Test func `a wide-gamut photo shows the same colour as its sRGB twin`() throws {
    try place.folder.write(
      flat([234, 51, 35], [PNGFile.chunk("cICP", [12, 13, 0, 1])]), to: "wide.png")
    try place.folder.write(flat([255, 0, 0], []), to: "twin.png")
    #expect(
      try place.run("make", "wide.png", "twin.png", "--canvas", "16x8px", "-o", "out.png").answer
        .error == "")
    let picture = try place.picture("out.png")
    #expect(picture[4, 4].difference(from: .pureRed) <= 1 && picture[12, 4] == .pureRed)
  }

  @Test(arguments: [(UInt8(16), "PQ", UInt8(148)), (18, "HLG", 191)])
  func `high dynamic range is taken with a warning`(
    _ transfer: UInt8, _ name: String, _ white: UInt8
  ) throws {
    // The code of BT.2408's reference white, 203 cd/m2.
    try place.folder.write(
      flat([white, white, white], [PNGFile.chunk("cICP", [9, transfer, 0, 1])]), to: "hdr.png")
    let outcome = try place.run("make", "hdr.png", "hdr.png", "--canvas", "16x8px", "-o", "out.png")
    #expect(outcome.exitCode == 0 && outcome.output == "\(outcome.id)\n")
    #expect(
      outcome.error == """
        collage: hdr.png: warning: its high dynamic range (\(name)) was tone-mapped to the canvas's \
        colours
        collage: note: 2 photos have HDR, which a PNG can't hold; write .jpg, .avif or .jxl to keep it

        """)
    #expect(try place.picture("out.png")[4, 4].difference(from: .grey(229)) <= 1)
  }

  @Test func `high dynamic range in colours that nobody knows is refused`() throws {
    try place.folder.write(
      flat([9, 9, 9], [PNGFile.chunk("cICP", [200, 16, 0, 1])]), to: "hdr.png")
    #expect(
      try place.make("1.jpg", "hdr.png").answer
        == .failed(
          65,
          "hdr.png: unsupported: high dynamic range (PQ) in unknown colours; save it as an ordinary 8-bit JPEG or as PNG"
        ))
  }

  @Test func `a profile that can't be used is passed over, with one warning`() throws {
    let chunk = PNGFile.chunk("iCCP", Array("broken\0\0".utf8) + Zlib.stored([1, 2, 3]))
    try place.folder.write(flat([9, 99, 199], [chunk]), to: "odd.png")
    let outcome = try place.run("make", "odd.png", "odd.png", "--canvas", "16x8px", "-o", "out.png")
    #expect(
      outcome.answer
        == .done(
          "\(outcome.id)\n",
          saying:
            "odd.png: warning: its colour profile can't be used and is ignored; its colours are taken as sRGB"
        ))
    #expect(try place.picture("out.png")[4, 4] == Colour(red: 9, green: 99, blue: 199))
  }

  @Test(arguments: ["png", "jpg"])
  func `a collage in Display P3 says so and shows the same`(_ fileExtension: String) throws {
    let common = ["make", "1.jpg", "2.jpg", "--canvas", "64x24", "--quality", "100"]
    let plain = try place.run(common + ["-o", "plain.\(fileExtension)"])
    let wide = try place.run(
      common + ["-o", "wide.\(fileExtension)", "--colour-space", "display-p3"])
    #expect(plain.exitCode == 0 && wide.exitCode == 0 && plain.id != wide.id)
    let name = Array("Display P3".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    // A PNG's profile is deflated, a JPEG's is not.
    #expect(
      (try place.folder.read(FilePath("wide.\(fileExtension)")).firstRange(of: name) != nil)
        == (fileExtension == "jpg")
    )
    #expect(
      try place.folder.read(FilePath("wide.\(fileExtension)")).firstRange(of: Array("sRGB".utf8))
        == nil)
    let difference = try #require(
      try place.picture(FilePath("wide.\(fileExtension)")).difference(
        from: place.picture(FilePath("plain.\(fileExtension)"))))
    #expect(difference <= (fileExtension == "png" ? 6 : 16))
  }

  @Test func `an American spelling will do, another space won't`() throws {
    #expect(
      try place.make("1.jpg", "2.jpg", "--color-space", "display-p3").id
        == place.make("1.jpg", "2.jpg", "--colour-space", "display-p3", "-o", "other.jpg").id)
    #expect(try place.make("1.jpg", "2.jpg", "--colour-space", "cmyk").exitCode == 64)
  }

  @Test func `--exact reduces a JPEG in linear light alone`() throws {
    let checks = Raster(size: PixelSize(width: 256, height: 256)) { x, y in
      (x + y) % 2 == 0 ? .black : .white
    }
    try place.folder.write(Picture.jpeg(checks, quality: 100), to: "checks.jpg")
    let common = ["make", "checks.jpg", "checks.jpg", "--canvas", "64x32"]
    #expect(try place.run(common + ["-o", "exact.png", "--exact"]).exitCode == 0)
    #expect(try place.picture("exact.png")[16, 16].difference(from: .grey(188)) <= 3)
  }

  @Test(
    .enabled(if: Corpus.isThere, "needs the test pictures in ../shared/corpus"),
    arguments: ["1", "2", "8"])
  func `profiles are shared by threads without changing anything`(jobs: String) throws {
    let photos = [
      "displayp3-v4.jpg", "prophoto-v4.png", "swapped-channels.jpg", "widegamut-v4.png",
    ].map {
      Corpus.path("icc/derived/\($0)")
    }
    let inks = Corpus.path("jpeg-conformance/pillow/pil_sample_cmyk.jpg")
    let options = ["--canvas", "600x400", "--jobs", jobs]
    let ids = try (0..<5).map { _ in try place.run(["make"] + photos + [inks, inks] + options).id }
    let first = try place.run(
      ["make"] + photos + [inks, inks] + ["--canvas", "600x400", "--jobs", "1"]
    ).id
    #expect(first != "" && Set(ids) == [first])
  }
}
