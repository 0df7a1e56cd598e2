import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Collages as AVIF and JPEG XL that keep the HDR of their photos.
@Suite(.waiting, .enabled(if: SandboxedDecoding.hasEncoders, "needs libwebp, libaom and libjxl"))
struct EncodedHDRTests {
  private let place: Workplace

  init() throws {
    place = try Workplace(photos: 2)
    try place.folder.write(Self.photo, to: "bright.jpg")
  }

  /// Two stops in its left half.
  private static let photo = {
    let base = Picture.jpeg(
      Picture.sample(3, PixelSize(width: 320, height: 240)), quality: 95)
    let map = Picture.jpeg(
      Raster(size: PixelSize(width: 80, height: 60)) { x, _ in .grey(x < 40 ? 255 : 0) },
      quality: 100)
    return UltraHDR.photo(base, map: map, #"hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2.3""#)
  }()

  private static let formats = ["avif", "jxl"]
  private static let make = [
    "make", "--layout", "grid", "--canvas", "640x240px", "bright.jpg", "1.jpg",
  ]

  private struct Gains {
    let headroom: Double?
    let stops: (_ x: Int, _ y: Int) -> Double
  }

  /// The gains of a collage, from its gain map; nil without one.
  private func gains(_ name: String) throws -> Gains? {
    let file = try PhotoFile.open(place.folder.path(of: FilePath(name)))
    var limits = DecodeLimits()
    limits.readsGainMaps = true
    let header = try PhotoHeader(of: file, limits: limits)
    #expect(header.gainMapFault == nil)
    guard let place = header.gainMap else { return nil }
    let map = try place.picture(of: file, primary: header, limits: limits, isCancelled: { false })
    #expect(map.size == header.size && map.channels == 1 && place.kind == .iso)
    guard case .logarithmic(let least, let most, _, _, _) = map.metadata.curve else { return nil }
    return Gains(headroom: header.headroom) { x, y in
      let share = Float(map.values[y * map.size.width + x]) / 255
      return Double(least.x + (most.x - least.x) * share)
    }
  }

  /// The pixels of a collage, as the program itself reads it.
  private func pixels(of name: String) throws -> Raster {
    let outcome = try place.run(
      "make", name, "--any-count", "--collages", "--canvas", "640x240px", "--gap", "0", "--margin",
      "0", "--background", "transparent", "-o", "read.png", "--force")
    #expect(outcome.exitCode == 0, "\(outcome)")
    return try place.picture("read.png")
  }

  @Test(arguments: formats)
  func `it gets a gain map, and the same picture as without`(_ format: String) throws {
    let never = try place.run(Self.make + ["--hdr", "never", "-o", "never.\(format)"])
    let kept = try place.run(Self.make + ["-o", "kept.\(format)"])
    #expect(never.exitCode == 0 && kept.exitCode == 0 && kept.id != never.id, "\(kept)")
    #expect(!kept.error.contains("HDR"), "\(kept)")
    #expect(try gains("never.\(format)") == nil)
    #expect(
      try pixels(of: "kept.\(format)").difference(from: pixels(of: "never.\(format)")) == 0)
    let found = try #require(try gains("kept.\(format)"))
    #expect(found.headroom.map { abs($0 - 2.3) < 0.001 } == true)
    for y in stride(from: 10, to: 230, by: 20) {
      #expect(abs(found.stops(80, y) - 2) < 0.3 && abs(found.stops(240, y)) < 0.1, "\(y)")
      #expect(abs(found.stops(400, y)) < 0.1 && abs(found.stops(600, y)) < 0.1, "\(y)")
    }
    let threads = try place.run(Self.make + ["-o", "jobs.\(format)", "--jobs", "3"])
    #expect(threads.id == kept.id)
  }

  @Test func `an AVIF says that its picture and its HDR rendition show the same`() throws {
    #expect(try place.run(Self.make + ["-o", "kept.avif"]).exitCode == 0)
    let bytes = try place.folder.read("kept.avif")
    #expect(bytes.firstRange(of: Array("tmap".utf8)).map { $0.lowerBound < 64 } == true)
    let group = try #require(bytes.firstRange(of: Array("altr".utf8)))
    // After version and flags: its number, how many it has, the HDR rendition, the picture.
    #expect(
      bytes[group.upperBound...].dropFirst(4).prefix(16)
        == [0, 0, 0, 6, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 1])
  }

  @Test(arguments: formats)
  func `photos without HDR, and tones, give none`(_ format: String) throws {
    let plain = ["make", "--canvas", "96x64px", "1.jpg", "2.jpg", "--format", format]
    #expect(try place.run(plain).id == place.run(plain + ["--hdr", "never"]).id)
    let toned = try place.run(Self.make + ["--tone", "grey", "-o", "toned.\(format)"])
    #expect(
      toned.error.contains(
        "collage: warning: photos have HDR, which is left out: the tone grey has none\n"))
    #expect(try gains("toned.\(format)") == nil)
  }

  @Test(arguments: formats)
  func `a transparent one has both`(_ format: String) throws {
    let made = try place.run(
      Self.make + ["--background", "transparent", "--corner-radius", "40", "--gap", "8"]
        + ["-o", "out.\(format)"])
    #expect(made.exitCode == 0, "\(made)")
    let found = try #require(try gains("out.\(format)"))
    #expect(found.stops(80, 120) > 1.5 && abs(found.stops(600, 120)) < 0.1)
    let picture = try pixels(of: "out.\(format)")
    // What is transparent is decoded as white.
    #expect(picture[0, 0] == .white && picture[80, 120] != .white)
  }

  @Test func `a lossless JPEG XL keeps pixels and gains`() throws {
    #expect(try place.run(Self.make + ["--lossless", "-o", "out.jxl"]).exitCode == 0)
    #expect(try place.run(Self.make + ["-o", "out.png"]).exitCode == 0)
    #expect(try pixels(of: "out.jxl").difference(from: place.picture("out.png")) == 0)
    let found = try #require(try gains("out.jxl"))
    #expect(found.stops(400, 120) == 0)
  }

  @Test(arguments: formats)
  func `the library shows it, verifies it and makes it again`(_ format: String) throws {
    let make = Self.make + ["--format", format]
    let kept = try place.run(make).id
    let never = try place.run(make + ["--hdr", "never"]).id
    #expect(
      try place.run("library", "show", kept).output.contains(
        "\nformat      \(format), quality 90, HDR, 2.3 stops\n"))
    #expect(
      try place.run("library", "show", never).output.contains(
        "\nformat      \(format), quality 90\n"))
    #expect(try place.run("library", "verify").exitCode == 0)
    #expect(try place.run("library", "remake", kept).id == kept)
    #expect(try place.run("library", "remake", never).id == never)
  }

  @Test(arguments: formats)
  func `as a photo it has its HDR`(_ format: String) throws {
    #expect(try place.run(Self.make + ["-o", "kept.\(format)"]).exitCode == 0)
    let made = try place.run(
      "make", "kept.\(format)", "--any-count", "--collages", "--canvas", "640x240px", "--gap", "0",
      "--margin", "0", "-o", "again.jpg")
    #expect(made.exitCode == 0 && made.error == "", "\(made)")
    let found = try #require(try gains("again.jpg"))
    #expect(abs(found.stops(80, 120) - 2) < 0.3 && abs(found.stops(480, 120)) < 0.1)
  }

  @Test func `--explain says that a WebP has none`() throws {
    let explained = try place.run(
      Self.make + ["--explain", "--dry-run", "--format", "webp"]
    ).error
    #expect(explained.hasSuffix("\nHDR: photo 1 has it, but a WebP carries none\n"))
  }
}
