import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Collages that keep the HDR of their photos.
@Suite(.waiting) struct HDRTests {
  private let place: Workplace

  init() throws {
    place = try Workplace(photos: 4)
    try place.folder.write(Self.photo, to: "bright.jpg")
  }

  private static let size = PixelSize(width: 320, height: 240)
  private static let base = Picture.jpeg(Picture.sample(3, size), quality: 95)
  /// Two stops in its left half.
  private static let map = Picture.jpeg(
    Raster(size: PixelSize(width: 80, height: 60)) { x, _ in .grey(x < 40 ? 255 : 0) },
    quality: 100)
  private static let properties = #"hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2.3""#
  private static let photo = UltraHDR.photo(base, map: map, properties)

  private static let make = ["make", "--layout", "grid", "--canvas", "640x240px"]

  /// The gains of a collage in stops, from its gain map; nil without one.
  private func gains(_ name: FilePath) throws -> ((_ x: Int, _ y: Int) -> Double)? {
    let file = try PhotoFile.open(place.folder.path(of: name))
    var limits = DecodeLimits()
    limits.readsGainMaps = true
    let header = try PhotoHeader(of: file, limits: limits)
    guard let place = header.gainMap else { return nil }
    let map = try place.picture(of: file, primary: header, limits: limits, isCancelled: { false })
    #expect(map.size == header.size && map.channels == 1)
    guard case .logarithmic(let least, let most, _, _, _) = map.metadata.curve else { return nil }
    return { x, y in
      let share = Float(map.values[y * map.size.width + x]) / 255
      return Double(least.x + (most.x - least.x) * share)
    }
  }

  @Test func `a format that can't hold HDR is told`() throws {
    for (name, format) in [("a.png", "PNG"), ("a.pdf", "PDF")] {
      let make = Self.make + ["bright.jpg", "1.jpg", "--canvas", "40x20px", "--force"]
      let made = try place.run(make + ["-o", name])
      #expect(
        made.error
          == "collage: note: 1 photo has HDR, which a \(format) can't hold; write .jpg, .avif or "
          + ".jxl to keep it\n", "\(made)")
      #expect(try place.run(make + ["-o", name, "--hdr", "never"]).error == "")
      #expect(try place.run(make + ["-o", name, "--quiet"]).error == "")
    }
  }

  @Test func `a JPEG gets a gain map, and the same picture as without`() throws {
    let never = try place.run(
      Self.make + ["bright.jpg", "1.jpg", "--hdr", "never", "-o", "never.jpg"])
    let kept = try place.run(Self.make + ["bright.jpg", "1.jpg", "-o", "kept.jpg"])
    #expect(never.exitCode == 0 && kept.exitCode == 0 && kept.id != never.id, "\(kept)")
    #expect(try place.identity(of: "kept.jpg") == kept.id)
    #expect(try place.picture("kept.jpg").difference(from: place.picture("never.jpg")) == 0)
    #expect(UltraHDRFile(try place.folder.read("never.jpg")) == nil)
    let bytes = try place.folder.read("kept.jpg")
    let file = try #require(UltraHDRFile(bytes))
    #expect(file.map.end == bytes.count)
    #expect(try #require(file.index).map(\.size) == [file.mapPlace, bytes.count - file.mapPlace])
    #expect(file.numbers == file.fractions)
    #expect(file.numbers?[1] == 2.3)
    let gains = try #require(try gains("kept.jpg"))
    for y in stride(from: 10, to: 230, by: 20) {
      // Texture is sharpened as it is reduced, and its light is not.
      #expect(abs(gains(80, y) - 2) < 0.3 && abs(gains(240, y)) < 0.05, "\(y)")
      #expect(gains(400, y) == 0 && gains(600, y) == 0, "\(y)")
    }
    let auto = try place.run(
      Self.make + ["bright.jpg", "1.jpg", "--hdr", "auto", "-o", "auto.jpg", "--jobs", "3"])
    #expect(auto.id == kept.id)
  }

  @Test func `photos without HDR give the same bytes either way`() throws {
    let make = Self.make + ["1.jpg", "2.jpg"]
    #expect(try place.run(make).id == place.run(make + ["--hdr", "never"]).id)
  }

  @Test(arguments: ["grey", "sepia"])
  func `in a tone there is no HDR, which is said in one line`(tone: String) throws {
    let make = Self.make + ["bright.jpg", "1.jpg", "--tone", tone]
    let toned = try place.run(make + ["-o", "toned.jpg"])
    #expect(
      toned.error.contains(
        "collage: warning: photos have HDR, which is left out: the tone \(tone) has none\n"))
    #expect(UltraHDRFile(try place.folder.read("toned.jpg")) == nil)
    let never = try place.run(make + ["--hdr", "never", "-o", "never.jpg"])
    #expect(never.id == toned.id && !never.error.contains("HDR"))
    let png = try place.run(make + ["-o", "toned.png"])
    #expect(png.exitCode == 0 && !png.error.contains("HDR"))
  }

  @Test func `captions, borders, corners, overlays and the background have no gain`() throws {
    try place.folder.write(
      Picture.png(Picture.flat(.grey(128), .init(width: 8, height: 8))), to: "logo.png")
    let options = [
      "--gap", "8", "--margin", "8", "--border", "4,white", "--corner-radius", "40", "--overlay",
      "logo.png,left,8px",
    ]
    let made = try place.run(
      Self.make + ["bright.jpg", "1.jpg", "-o", "out.jpg"] + options)
    #expect(made.exitCode == 0, "\(made)")
    let gains = try #require(try gains("out.jpg"))
    #expect(gains(2, 120) == 0 && gains(14, 14) < 0.1 && gains(80, 60) > 1.5)
    // The overlay lies at the margin's distance from the left edge, 8 pixels wide.
    #expect(gains(14, 120) < 0.1 && gains(24, 120) > 1.5)
    let written = try place.run(
      Self.make + [
        "bright.jpg", "1.jpg", "-o", "text.jpg", "--captions", "name", "--caption-place", "inside",
        "--text-size", "24",
      ])
    #expect(written.exitCode == 0)
    let below = try #require(try self.gains("text.jpg"))
    #expect(below(80, 60) > 1.5 && (205..<235).allSatisfy { below(80, $0) < 0.1 })
  }

  @Test func `a photo that comes twice, turned or mirrored has its gains everywhere`() throws {
    let made = try place.run(
      Self.make + [
        "bright.jpg", "bright.jpg", "--turn", "2=180", "-o", "out.jpg",
      ])
    #expect(made.exitCode == 0, "\(made)")
    let gains = try #require(try gains("out.jpg"))
    #expect(gains(80, 120) > 1.5 && gains(240, 120) < 0.1)
    #expect(gains(400, 120) < 0.1 && gains(560, 120) > 1.5)
  }

  @Test func `--explain says what becomes of it`() throws {
    func explained(_ options: String...) throws -> String {
      try place.run(
        Self.make + ["1.jpg", "bright.jpg", "--explain", "--dry-run"] + options
      ).error
    }
    #expect(try explained().hasSuffix("\nHDR: photo 2: gain map kept (Ultra HDR, 2.3 stops)\n"))
    #expect(
      try explained("--hdr", "never").hasSuffix(
        "\nHDR: photo 2: gain map not used (Ultra HDR, 2.3 stops)\n"))
    for format in ["png", "pdf"] {
      #expect(
        try explained("--format", format).hasSuffix(
          "\nHDR: photo 2 has it, but a \(format.uppercased()) carries none\n"))
    }
    #expect(
      try !place.run(Self.make + ["1.jpg", "2.jpg", "--explain", "--dry-run"]).error.contains("HDR")
    )
  }

  @Test func `a sheet of copies has the gains of each copy`() throws {
    let sheet = [
      "make", "--layout", "grid", "--canvas", "64x24mm@254dpi", "--sheet", "100x150mm",
      "--copies", "3", "--cut-marks", "bright.jpg", "1.jpg",
    ]
    let never = try place.run(sheet + ["--hdr", "never", "-o", "never.jpg"])
    let kept = try place.run(sheet + ["-o", "kept.jpg"])
    #expect(never.exitCode == 0 && kept.exitCode == 0, "\(kept)")
    #expect(UltraHDRFile(try place.folder.read("never.jpg")) == nil)
    let picture = try place.picture("kept.jpg")
    #expect(try picture.difference(from: place.picture("never.jpg")) == 0)
    let gains = try #require(try gains("kept.jpg"))
    let one = try place.run(
      ["make", "--layout", "grid", "--canvas", "64x24mm@254dpi", "bright.jpg", "1.jpg"]
        + ["-o", "one.jpg"])
    #expect(one.exitCode == 0)
    // Each copy is 640x240 pixels of the sheet, or the same turned.
    let bright = (0..<picture.size.height).map { y in
      (0..<picture.size.width).count { x in gains(x, y) > 1.5 }
    }.reduce(0, +)
    #expect(abs(bright - 3 * 160 * 240) < 6000, "\(bright)")
    #expect(
      try place.run(sheet + ["--explain", "--dry-run"]).error.hasSuffix(
        "\nHDR: photo 1: gain map kept (Ultra HDR, 2.3 stops)\n"))
  }

  @Test(arguments: [(UInt8(16), "PQ"), (18, "HLG")])
  func `PQ and HLG that a gain map keeps need no warning`(_ transfer: UInt8, _ name: String) throws
  {
    // Brighter than white in the left half, which has the codes 148 in PQ and 191 in HLG.
    let row = (0..<320).flatMap { x in [UInt8](repeating: x < 160 ? 230 : 90, count: 3) }
    let png = PNGFile.picture(
      .rgb, rows: [[UInt8]](repeating: row, count: 240),
      chunks: [PNGFile.chunk("cICP", [1, transfer, 0, 1])])
    try place.folder.write(png, to: "bright.png")
    try place.folder.write(Self.base, to: "plain.jpg")
    let make = Self.make + ["bright.png", "plain.jpg"]
    let kept = try place.run(make + ["-o", "kept.jpg"])
    #expect(kept.exitCode == 0 && kept.error == "", "\(kept)")
    let gains = try #require(try gains("kept.jpg"))
    #expect(gains(80, 120) > 0.5 && abs(gains(240, 120)) < 0.1)
    for options in [["--hdr", "never", "-o", "never.jpg"], ["-o", "kept.png"]] {
      let note =
        options.contains("kept.png")
        ? "collage: note: 1 photo has HDR, which a PNG can't hold; write .jpg, .avif or .jxl to keep "
          + "it\n" : ""
      #expect(
        Set(try place.run(make + options).error.split(separator: "\n"))
          == Set(
            ("collage: bright.png: warning: its high dynamic range (\(name)) was tone-mapped to the "
              + "canvas's colours\n\(note)").split(separator: "\n")))
    }
  }

  @Test func `a canvas that fits the memory only without HDR is refused with that advice`() throws {
    let make = ["make", "--layout", "grid", "bright.jpg", "1.jpg", "--canvas", "1024x1024px"]
    // Four bytes for a pixel, and three for its gain.
    let small = try place.run(make + ["--memory", "6M", "-o", "out.jpg"])
    #expect(
      small.error
        == "collage: a canvas of 1024x1024 with HDR needs 7 MiB, but the memory limit is 6 MiB; use --hdr never, or raise it with --memory\n"
    )
    #expect(small.exitCode == 64)
    let never = try place.run(make + ["--memory", "6M", "--hdr", "never", "-o", "out.jpg"])
    #expect(never.exitCode == 0, "\(never)")
  }

  @Test func `a photo that fits the memory only without its map is drawn without it`() throws {
    // Three bytes for each of its pixels.
    let large = Picture.jpeg(
      Raster(size: PixelSize(width: 1000, height: 1000)) { x, _ in .grey(x < 500 ? 255 : 0) },
      quality: 90)
    try place.folder.write(
      UltraHDR.photo(Self.base, map: large, Self.properties), to: "large.jpg")
    let make = Self.make + ["large.jpg", "1.jpg"]
    let never = try place.run(make + ["--memory", "3M", "--hdr", "never", "-o", "never.jpg"])
    let made = try place.run(make + ["--memory", "3M", "-o", "out.jpg"])
    #expect(never.exitCode == 0 && made.exitCode == 0, "\(made)")
    #expect(made.id == never.id)
    #expect(
      made.error
        == "collage: large.jpg: warning: its gain map is left out: with it, the photo needs 3.9 MiB to decode, but the memory limit is 3 MiB\n"
        + never.error)
    let roomy = try place.run(make + ["--memory", "4M", "-o", "roomy.jpg"])
    #expect(roomy.exitCode == 0 && roomy.error == never.error && roomy.id != never.id, "\(roomy)")
  }

  @Test func `a photo that fits the memory only without the canvas's HDR is drawn`() throws {
    // Its decoder holds all of it, though there is little.
    try place.folder.write(JPEGFile.progressiveHeader(width: 600, height: 400), to: "slow.jpg")
    let header = try PhotoHeader(
      of: PhotoFile.open(place.folder.path(of: "slow.jpg")), limits: DecodeLimits())
    // Four bytes for a pixel of the canvas, and three for its gain.
    let canvas = 640 * 240
    let make = Self.make + ["bright.jpg", "slow.jpg", "--allow-damaged"]
    func memory(_ bytesOfPixel: Int) -> [String] {
      ["--memory", "\(header.decoderBufferBytes + bytesOfPixel * canvas)"]
    }
    let never = try place.run(make + memory(4) + ["--hdr", "never", "-o", "never.jpg"])
    let made = try place.run(make + memory(5) + ["-o", "out.jpg"])
    #expect(never.exitCode == 0 && made.exitCode == 0 && made.id == never.id, "\(made)")
    #expect(
      made.error.hasPrefix("collage: bright.jpg: warning: its gain map is left out: with it, ")
        && made.error.hasSuffix("\n" + never.error), "\(made.error)")
    let kept = try place.run(make + memory(7) + ["-o", "kept.jpg"])
    #expect(kept.exitCode == 0 && kept.error == never.error && kept.id != never.id, "\(kept)")
    #expect(try place.run(make + memory(3) + ["-o", "none.jpg"]).exitCode == 65)
  }

  @Test func `a gain map that leads from HDR to SDR is left out with one warning`() throws {
    try place.folder.write(
      UltraHDR.photo(
        Self.base, map: Self.map, Self.properties + #" hdrgm:BaseRenditionIsHDR="True""#),
      to: "base.jpg")
    let make = Self.make + ["base.jpg", "1.jpg"]
    let never = try place.run(make + ["--hdr", "never", "-o", "never.jpg"])
    let made = try place.run(make + ["-o", "out.jpg"])
    #expect(never.exitCode == 0 && made.exitCode == 0 && made.id == never.id)
    #expect(
      made.error
        == "collage: base.jpg: warning: no HDR, as its gain map can't be used: it leads from an HDR photo to SDR\n"
        + never.error)
  }

  @Test func `the library shows it, verifies it and makes it again`() throws {
    let kept = try place.run(Self.make + ["bright.jpg", "1.jpg"]).id
    let never = try place.run(Self.make + ["bright.jpg", "1.jpg", "--hdr", "never"]).id
    let asset = place.library.appending("collage-\(kept).jpg")
    #expect(
      try place.run("library", "show", kept).output.contains(
        "\nformat      jpeg, quality 90, HDR, 2.3 stops\n"))
    #expect(
      try place.run("library", "show", never).output.contains("\nformat      jpeg, quality 90\n"))
    #expect(try place.run("library", "verify").exitCode == 0)
    #expect(try place.run("library", "remake", kept).id == kept)
    #expect(try place.run("library", "remake", never).id == never)
    var bytes = try place.folder.read(asset)
    bytes[bytes.count / 2] ^= 1
    try place.folder.write(bytes, to: asset)
    #expect(try place.run("library", "verify").exitCode == 65)
  }

  @Test func `a damaged gain map leaves the photo as it is, with one warning`() throws {
    let cut = Self.photo.dropLast(Self.map.count / 2)
    try place.folder.write(Array(cut), to: "cut.jpg")
    try place.folder.write(Self.base, to: "plain.jpg")
    let never = try place.run(
      Self.make + ["cut.jpg", "plain.jpg", "--hdr", "never", "-o", "never.jpg"])
    let made = try place.run(Self.make + ["cut.jpg", "plain.jpg", "-o", "out.jpg"])
    #expect(never.exitCode == 0 && never.error == "", "\(never)")
    #expect(made.exitCode == 0 && made.id == never.id)
    #expect(made.error.hasPrefix("collage: cut.jpg: warning: "), "\(made.error)")
    #expect(made.error.split(separator: "\n").count == 1 && made.error.contains("gain map"))
  }

  @Test func `a batch and the prompt keep it, too`() throws {
    let line = { (hdr: String, output: String) in
      #"{"photos": ["bright.jpg", "1.jpg"], "layout": "grid", "canvas": "640x240px", "hdr": "\#(hdr)", "#
        + #""output": "\#(output)"}"# + "\n"
    }
    try place.folder.write(
      Array((line("auto", "a.jpg") + line("never", "b.jpg") + line("auto", "c.jpg")).utf8),
      to: "jobs.jsonl")
    let batch = try place.run("batch", "jobs.jsonl")
    #expect(batch.exitCode == 0, "\(batch)")
    let kept = try place.run(Self.make + ["bright.jpg", "1.jpg", "-o", "kept.jpg"])
    #expect(try place.identity(of: "a.jpg") == kept.id && place.identity(of: "c.jpg") == kept.id)
    #expect(UltraHDRFile(try place.folder.read("b.jpg")) == nil)
    // All is done.
    let before = try place.folder.snapshot()
    #expect(try place.run("batch", "jobs.jsonl").exitCode == 0)
    #expect(try place.folder.snapshot() == before)
    let prompt = try BuiltProgram.command(
      ["prompt", "bright.jpg", "1.jpg", "--layout", "grid", "--canvas", "640x240px"],
      in: place.folder, standardInput: .text("hdr never\nsave never.jpg\n")
    ).run()
    #expect(prompt.exitCode == 0, "\(prompt)")
    #expect(UltraHDRFile(try place.folder.read("never.jpg")) == nil)
  }
}
