import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// WebP photos, from their files to the collage's pixels.
@Suite(.waiting, .enabled(if: SandboxedDecoding.hasWebP, "\(SandboxedDecoding.webPReason)"))
struct WebPTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func fixture(_ name: String) -> String {
    Fixtures.path(of: FilePath("webp/\(name).webp")).string
  }

  /// The collage of a photo beside itself, at its own size.
  private func collage(
    of path: String, _ width: Int, _ height: Int, _ options: String..., warning: String = ""
  ) throws -> Raster {
    let outcome = try place.run(
      [
        "make", path, path, "--layout", "grid", "--canvas", "\(2 * width)x\(height)px", "-o",
        "out.png", "--gap", "0", "--margin", "0",
      ] + options)
    #expect(outcome.exitCode == 0)
    // Some are shown larger than they are.
    let lines = outcome.error.split(separator: "\n").filter { !$0.hasSuffix("will look soft") }
    #expect(lines.map { $0 + "\n" }.joined() == warning)
    return try place.picture("out.png")
  }

  @Test func `a lossless photo keeps every pixel`() throws {
    let picture = try collage(of: fixture("lossless"), 16, 12)
    #expect(picture[0, 0] == .pureRed && picture[7, 5] == .pureRed && picture[8, 5] == .pureGreen)
    #expect(picture[0, 6] == .pureBlue && picture[15, 11] == .white)
  }

  @Test func `EXIF turns a photo upright`() throws {
    let picture = try collage(of: fixture("orientation-6"), 12, 16)
    #expect(picture[0, 0] == .pureBlue && picture[11, 0] == .pureRed)
    #expect(picture[0, 15] == .white && picture[11, 15] == .pureGreen)
  }

  @Test func `a lossy photo looks like the picture that it was made of, reduced by libwebp too`()
    throws
  {
    let original = Fixtures.path(of: "photos/sunset.jpg").string
    for (width, height) in [(96, 64), (48, 32), (24, 16)] {
      let picture = try collage(of: fixture("lossy"), width, height, "--force")
      let expected = try collage(of: original, width, height, "--force")
      #expect(try #require(picture.difference(from: expected)) < 100)
    }
  }

  @Test func `transparent pixels show the background`() throws {
    let picture = try collage(of: fixture("alpha"), 48, 32, "--background", "#0000ff")
    #expect(picture[47, 0].difference(from: .pureBlue) <= 2)
    #expect(picture[0, 0].difference(from: Colour(red: 0, green: 0, blue: 128)) <= 12)
  }

  @Test func `an animation shows its first picture where it stands, with a warning`() throws {
    let path = fixture("animation")
    let warning = "collage: \(path): warning: only the first frame of its animation is used\n"
    let picture = try collage(of: path, 16, 12, warning: warning)
    let green = Colour(red: 10, green: 200, blue: 30)
    #expect(picture[4, 2] == green && picture[11, 7] == green)
    #expect(picture[3, 2] == .white && picture[12, 7] == .white && picture[4, 8] == .white)
  }

  @Test(arguments: ["lossy", "alpha", "lossless"])
  func `a truncated photo is refused, and nothing is left`(_ name: String) throws {
    let whole = try Fixtures.read(FilePath("webp/\(name).webp"))
    for count in [12, 20, 30, whole.count / 2, whole.count - 3] {
      try place.folder.write(Array(whole.prefix(count)), to: "short.webp")
      let outcome = try place.make("1.jpg", "short.webp", "-o", "out.png")
      #expect(outcome.exitCode == 65)
      #expect(outcome.error.hasPrefix("collage: short.webp: damaged: ") && outcome.errorLines == 1)
      #expect(try place.folder.names() == ["1.jpg", "2.jpg", "short.webp"])
    }
  }

  /// The size that the file states is in its fifth to eighth byte, without the eight bytes up to
  /// there.
  @Test(arguments: ["lossy", "alpha", "lossless", "orientation-6"])
  func
    `a photo that states a wrong size or lacks a last byte that says nothing is taken with a warning`(
      _ name: String
    ) throws
  {
    let whole = try Fixtures.read(FilePath("webp/\(name).webp"))
    let expected = try collage(of: fixture(name), 96, 64)
    for change in [-10, -2, 1, 1000] {
      var bytes = whole
      bytes.replaceSubrange(4..<8, with: UInt32(whole.count - 8 + change).bigEndianBytes.reversed())
      try place.folder.write(bytes, to: "odd.webp")
      let reason =
        change < 0 ? "its header states the wrong size" : "the end of the file is missing"
      let picture = try collage(
        of: "odd.webp", 96, 64, "--force", warning: "collage: odd.webp: warning: \(reason)\n")
      #expect(picture.difference(from: expected) == 0, "\(change)")
    }
    // Whether the last byte matters depends on the picture, but an accepted picture is complete.
    try place.folder.write(Array(whole.dropLast()), to: "odd.webp")
    let outcome = try place.make(
      "odd.webp", "odd.webp", "--layout", "grid", "--canvas", "192x64", "--gap", "0", "--margin",
      "0", "-o", "short.png")
    if outcome.exitCode == 0 {
      #expect(
        outcome.error.hasPrefix("collage: odd.webp: warning: the end of the file is missing\n"))
      #expect(try place.picture("short.png").difference(from: expected) == 0)
    } else {
      #expect(outcome.error.hasPrefix("collage: odd.webp: damaged: "))
    }
  }

  @Test func `what is there of a truncated photo is taken where damage is allowed`() throws {
    let whole = try Fixtures.read("webp/lossy.webp")
    try place.folder.write(Array(whole.prefix(whole.count * 3 / 4)), to: "short.webp")
    let refused = try place.make("short.webp", "short.webp", "-o", "out.png")
    #expect(
      refused.error
        == "collage: short.webp: damaged: premature end of the file; use --allow-damaged to keep the intact part\n"
    )
    let taken = try collage(
      of: "short.webp", 96, 64, "--allow-damaged",
      warning: "collage: short.webp: warning: premature end of the file\n")
    let expected = try collage(of: fixture("lossy"), 96, 64, "--force")
    #expect(taken[0, 0] == expected[0, 0] && taken[95, 8] == expected[95, 8])
    #expect(taken[0, 63] != expected[0, 63])
  }

  @Test func `in a batch a photo whose decoder fails ends its own job only`() throws {
    try place.folder.write(
      Array(try Fixtures.read("webp/lossy.webp").prefix(100)), to: "short.webp")
    try place.folder.write(
      Array(
        """
        {"photos": ["1.jpg", "short.webp"], "output": "a.png"}
        {"photos": ["1.jpg", "\(fixture("lossy"))"], "output": "b.png"}

        """.utf8), to: "jobs")
    let outcome = try place.run("batch", "jobs", "--canvas", "40x20px")
    #expect(outcome.exitCode == 1)
    #expect(try place.folder.names().contains("b.png") && !place.folder.names().contains("a.png"))
  }

  @Test func `a photo is refused whose decoder needs more than the memory budget`() throws {
    let path = fixture("lossless")
    let outcome = try place.make(path, "1.jpg", "--memory", "4M", "-o", "out.png")
    #expect(outcome.exitCode == 65 && outcome.errorLines == 1)
    #expect(outcome.error.hasPrefix("collage: \(path): needs 17 MiB to decode"))
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `from the photo's first byte on the decoder calls what decoding needs, and nothing else`()
    throws
  {
    let allowed: Set<Substring> = [
      "brk", "mmap", "munmap", "mremap", "madvise", "mprotect", "clock_gettime", "gettimeofday",
      "write", "exit_group",
    ]
    for name in ["lossy", "lossless", "alpha", "animation"] {
      let calls = try Self.tracedCalls(
        ["make", fixture(name), "1.jpg", "-o", "out.png", "--force"], in: place)
      #expect(calls.contains("write"))
      #expect(calls.subtracting(allowed) == [])
    }
  }

  /// The names of all system calls of the program's workers after their filter was set.
  private static func tracedCalls(_ arguments: [String], in place: Workplace) throws -> Set<
    Substring
  > {
    let strace = ChildProcess(
      "/usr/bin/strace", ["-f", "-q", "-o", "trace", BuiltProgram.path.string] + arguments,
      in: place.folder.path)
    #expect(try strace.run().exitCode == 0)
    var filtered: Set<Substring> = []
    var calls: Set<Substring> = []
    for line in try String(decoding: place.folder.read("trace"), as: UTF8.self).split(
      separator: "\n")
    {
      let fields = line.split(separator: " ", maxSplits: 1)
      guard fields.count == 2 else { continue }
      let call = fields[1].drop { $0 == " " }
      if call.contains("PR_SET_SECCOMP") {
        filtered.insert(fields[0])
      } else if call.hasPrefix("+++") {
        // It has ended, and its number may soon be another process's.
        filtered.remove(fields[0])
      } else if filtered.contains(fields[0]), call.first?.isLetter == true {
        calls.insert(call.prefix { $0 != "(" })
      }
    }
    return calls
  }
}
