import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Collages as WebP, AVIF and JPEG XL, which encoders in a worker write.
@Suite(.waiting, .enabled(if: SandboxedDecoding.hasEncoders, "needs libwebp, libaom and libjxl"))
struct EncodedFormatTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private static let formats = ["webp", "avif", "jxl"]
  private static let canvas = ["1.jpg", "2.jpg", "--canvas", "96x64px"]

  /// The pixels of a picture that was written, as the program itself reads it.
  private func pixels(of name: String) throws -> Raster {
    let outcome = try place.run(
      "make", name, "--any-count", "--collages", "--canvas", "96x64px", "--gap", "0", "--margin",
      "0", "--background", "transparent", "-o", "read.png", "--force")
    #expect(outcome.exitCode == 0, "\(outcome)")
    return try place.picture("read.png")
  }

  private func largestDifference(_ a: Raster, _ b: Raster) -> Int {
    var largest = 0
    for y in 0..<a.size.height {
      for x in 0..<a.size.width { largest = max(largest, a[x, y].difference(from: b[x, y])) }
    }
    return largest
  }

  @Test(arguments: formats)
  func `its name or --format asks for it, and it shows the same picture`(_ format: String) throws {
    for name in ["a.\(format)", "A.\(format.uppercased())"] {
      #expect(try place.make(Self.canvas + ["-o", name]).exitCode == 0)
    }
    let made = try place.make(Self.canvas + ["--format", format])
    let bytes = try place.folder.read(FilePath("a.\(format)"))
    #expect(try place.folder.read(FilePath("A.\(format.uppercased())")) == bytes)
    let kept = FilePath("Pictures/Collages/collage-\(made.id).\(format)")
    #expect(try place.folder.read(kept) == bytes)
    #expect(try place.make(Self.canvas + ["-o", "a.png"]).exitCode == 0)
    let (read, exact) = (try pixels(of: "a.\(format)"), try place.picture("a.png"))
    #expect(read.size == exact.size && largestDifference(read, exact) < 64)
  }

  @Test(arguments: formats)
  func `a higher quality gives more bytes`(_ format: String) throws {
    let sizes = try [25, 60, 95].map { quality in
      let name = "q\(quality).\(format)"
      let made = try place.make(Self.canvas + ["-o", name, "--quality", "\(quality)"])
      #expect(made.exitCode == 0)
      return try place.folder.read(FilePath(name)).count
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
  }

  @Test(arguments: ["webp", "jxl"])
  func `without loss, every pixel and its alpha stay`(_ format: String) throws {
    let options = Self.canvas + ["--background", "transparent", "--corner-radius", "20%"]
    #expect(try place.make(options + ["-o", "a.\(format)", "--lossless"]).exitCode == 0)
    #expect(try place.make(options + ["-o", "a.png"]).exitCode == 0)
    let (read, exact) = (try pixels(of: "a.\(format)"), try place.picture("a.png"))
    #expect(largestDifference(read, exact) == 0)
  }

  @Test func `an AVIF without loss is refused`() throws {
    try place.expectNothingChanges(
      by: Workplace.make + Self.canvas + ["-o", "a.avif", "--lossless"],
      .failed(
        64,
        "an AVIF is never lossless here; write a PNG, WebP or JPEG XL, or leave out --lossless"))
  }

  @Test(arguments: formats)
  func `transparency stays, nearly`(_ format: String) throws {
    let options = Self.canvas + ["--background", "transparent", "--corner-radius", "20%"]
    #expect(try place.make(options + ["-o", "a.\(format)"]).exitCode == 0)
    let outcome = try place.run(
      "make", "a.\(format)", "--any-count", "--collages", "--canvas", "96x64px", "--gap", "0",
      "--margin", "0", "--background", "navy", "-o", "read.png")
    #expect(outcome.exitCode == 0, "\(outcome)")
    let read = try place.picture("read.png")
    let navy = Colour(red: 0, green: 0, blue: 128)
    #expect(read[0, 0].difference(from: navy) < 16 && read[24, 32].difference(from: navy) > 16)
  }

  @Test(arguments: formats)
  func `any number of threads gives the same bytes`(_ format: String) throws {
    let files = try ["1", "2", "8"].map { jobs in
      let made = try place.make(
        "1.jpg", "2.jpg", "--canvas", "600x400px", "--jobs", jobs, "-o", "\(jobs).\(format)")
      #expect(made.exitCode == 0)
      return try place.folder.read(FilePath("\(jobs).\(format)"))
    }
    #expect(Set(files).count == 1)
  }

  @Test(arguments: formats)
  func `a library lists, shows, verifies and makes it again`(_ format: String) throws {
    func library(_ arguments: String...) throws -> Outcome {
      try place.run(["library"] + arguments + ["--library", "lib"])
    }
    let id = try place.make(Self.canvas + ["--format", format, "--library", "lib"]).id
    let name = FilePath("lib/collage-\(id).\(format)")
    #expect(try library("list").output.hasPrefix(id))
    #expect(try library("show", id).output.contains("1.jpg"))
    #expect(try library("verify").answer == .done("intact\t\(name)\n"))
    let again = try library("remake", id, "--canvas", "48x32px")
    #expect(again.exitCode == 0, "\(again)")
    let names = try place.folder.names(in: "lib").filter { $0.hasSuffix(".\(format)") }
    #expect(names.count == 2)
    var bytes = try place.folder.read(name)
    bytes[bytes.count * 3 / 4] ^= 4
    try place.folder.write(bytes, to: name)
    let verified = try library("verify", id)
    #expect(verified.exitCode == 65 && verified.output == "damaged\t\(name)\n", "\(verified)")
    try place.folder.write(bytes + [0, 0], to: name)
    #expect(try library("verify", id).output == "changed\t\(name)\n")
  }

  @Test(arguments: formats)
  func `it is opened again, found as a collage, and made once in a batch`(_ format: String) throws {
    #expect(try place.make(Self.canvas + ["-o", "a.\(format)"]).exitCode == 0)
    #expect(try place.run("find").output == "./1.jpg\n./2.jpg\n")
    let reopened = try place.run(
      ["prompt", "--reopen", "a.\(format)"], input: .text("save b.\(format)\n"))
    #expect(reopened.exitCode == 0, "\(reopened)")
    #expect(
      try place.folder.read(FilePath("b.\(format)")) == place.folder.read(FilePath("a.\(format)")))
    let line = #"{"photos": ["1.jpg", "2.jpg"], "output": "c.\#(format)"}"# + "\n"
    #expect(try place.run(["batch"], input: .text(line)).output.contains("\"saved\""))
    #expect(try place.run(["batch"], input: .text(line)).output.contains("\"unchanged\""))
  }

  @Test(arguments: formats)
  func `its XMP names the encoder, and the resolution that was asked for`(_ format: String) throws {
    let made = try place.run(
      "make", "1.jpg", "2.jpg", "--canvas", "64x24mm@254dpi", "-o", "paper.\(format)")
    #expect(made.exitCode == 0, "\(made)")
    #expect(try place.make(Self.canvas + ["-o", "screen.\(format)"]).exitCode == 0)
    func text(_ name: String) throws -> String {
      String(decoding: try place.folder.read(FilePath("\(name).\(format)")), as: UTF8.self)
    }
    let (paper, screen) = (try text("paper"), try text("screen"))
    for text in [paper, screen] {
      #expect(text.contains(#/<collage:encoder>lib(webp|aom|jxl) [0-9.]+[^<]*</collage:encoder>/#))
    }
    let stated = #"tiff:XResolution="254/1" tiff:YResolution="254/1" tiff:ResolutionUnit="2""#
    #expect(paper.contains(stated) && !screen.contains("Resolution"))
  }

  @Test(arguments: formats)
  func `a file that somebody else made is never replaced`(_ format: String) throws {
    try place.folder.write(Workplace.photos[0], to: FilePath("mine.\(format)"))
    let before = try place.folder.snapshot()
    #expect(try place.make(Self.canvas + ["-o", "mine.\(format)"]).exitCode == 73)
    #expect(try place.folder.snapshot() == before)
  }

  @Test func `a WebP wider than the format allows is refused, with the number`() throws {
    try place.expectNothingChanges(
      by: ["make", "1.jpg", "2.jpg", "--canvas", "17000x500", "-o", "wide.webp"],
      .failed(
        64,
        "a canvas of 17000x500 is too large: this format allows 16383 pixels a side; "
          + "choose a smaller one with --canvas or --long-side"))
  }

  @Test(
    .enabled(if: Tracer.isPossible, "\(Tracer.reason)"),
    arguments: [("webp", ["libwebp.so.7"], "libwebp7"), ("avif", ["libaom.so.3"], "libaom3")])
  func `an encoder that is missing is named with its package`(
    _ format: String, _ libraries: [String], _ package: String
  ) throws {
    let missing = try place.makeWithout(libraries, "1.jpg", output: "out.\(format)")
    #expect(missing.exitCode == 65 && missing.errorLines == 1)
    #expect(
      missing.error.contains("its encoder is not installed; install \(package)"), "\(missing)")
    #expect(try !place.folder.names().contains("out.\(format)"))
  }
}

extension Workplace {
  fileprivate func make(_ arguments: [String]) throws -> Outcome { try run(Self.make + arguments) }
}
