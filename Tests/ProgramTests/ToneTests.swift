import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Photos in shades of one colour.
@Suite(.waiting) struct ToneTests {
  let place: Workplace
  private static let colours: [Colour] = [
    .pureRed, .pureGreen, .pureBlue, Colour(red: 180, green: 90, blue: 40),
  ]

  init() throws {
    place = try Workplace(photos: 0)
    for (index, colour) in Self.colours.enumerated() {
      // Larger than its frame, and as large: one is reduced, the other copied.
      for (name, side) in [("\(index).png", 20), ("large\(index).png", 60)] {
        try place.folder.write(
          Picture.png(Picture.flat(colour, PixelSize(width: side, height: side))),
          to: FilePath(name))
      }
    }
  }

  private func picture(_ prefix: String, _ options: String...) throws -> Raster {
    let outcome = try place.run(
      ["make"] + (0..<4).map { "\(prefix)\($0).png" }
        + ["--layout", "grid", "--cells", "4x1", "--canvas", "80x20px", "--gap", "0", "--margin"]
        + ["0", "--hairline", "never", "-o", "out.png", "--force"] + options)
    #expect(outcome.exitCode == 0 && outcome.error == "", "\(outcome)")
    return try place.picture("out.png")
  }

  /// The luminance of a colour, 0 to 1.
  private static func luminance(_ colour: Colour) -> Double {
    func linear(_ code: UInt8) -> Double { SRGB.linear(Double(code) / 255) }
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green)
      + 0.0722 * linear(colour.blue)
  }

  @Test(arguments: ["", "large"])
  func `a grey is as bright as the colour was, in linear light`(prefix: String) throws {
    let picture = try picture(prefix, "--tone", "grey")
    for (index, colour) in Self.colours.enumerated() {
      let shown = picture[index * 20 + 10, 10]
      #expect(shown.red == shown.green && shown.green == shown.blue, "\(shown)")
      #expect(abs(Self.luminance(shown) - Self.luminance(colour)) < 0.005, "\(shown) \(colour)")
    }
  }

  @Test func `sepia is brown, and about as bright`() throws {
    let picture = try picture("", "--tone", "sepia")
    for (index, colour) in Self.colours.enumerated() {
      let shown = picture[index * 20 + 10, 10]
      #expect(shown.red > shown.green && shown.green > shown.blue, "\(shown)")
      #expect(abs(Self.luminance(shown) - Self.luminance(colour)) < 0.02, "\(shown) \(colour)")
    }
  }

  @Test func `only photos are toned, and no tone is as if none was given`() throws {
    let options = ["--gap", "4px", "--background", "navy", "--canvas", "92x20px"]
    let toned = try place.run(
      ["make", "0.png", "1.png", "2.png", "3.png", "--layout", "grid", "--cells", "4x1"]
        + ["--margin", "0", "--tone", "grey", "-o", "navy.png"] + options)
    #expect(toned.exitCode == 0, "\(toned)")
    #expect(try place.picture("navy.png")[22, 10] == Colour(red: 0, green: 0, blue: 128))
    let plain = try place.make("0.png", "1.png", "-o", "a.png")
    let none = try place.make("0.png", "1.png", "-o", "b.png", "--tone", "none")
    #expect(plain.id == none.id)
  }

  @Test func `a collage in a tone is made again, and the tone can be taken back`() throws {
    let toned = try place.make("0.png", "1.png", "-o", "a.png", "--tone", "sepia")
    func reopened(_ commands: String) throws -> Outcome {
      try place.run(["prompt", "--reopen", "a.png"], input: .text(commands))
    }
    #expect(try reopened("save b.png\n").id == toned.id, "\(toned)")
    let plain = try place.make("0.png", "1.png", "-o", "c.png")
    #expect(try reopened("tone none\nsave d.png\n").id == plain.id)
  }

  @Test func `the prompt, a batch and the defaults know the tone`() throws {
    let wanted = try place.make("0.png", "1.png", "-o", "a.png", "--tone", "grey").id
    let script = try place.run(
      ["prompt", "0.png", "1.png", "--canvas", "40x20px", "--layout", "grid"],
      input: .text("tone grey\nsave b.png\n"))
    #expect(script.id == wanted, "\(script)")
    try place.folder.write(
      Array(#"{"photos":["0.png","1.png"],"output":"c.png","tone":"grey"}"#.utf8),
      to: "jobs.jsonl")
    let batch = try place.run("batch", "jobs.jsonl", "--canvas", "40x20px", "--layout", "grid")
    #expect(batch.exitCode == 0 && batch.output.contains(wanted), "\(batch)")
    let refused = try place.make("0.png", "1.png", "--tone", "blue")
    #expect(
      refused.exitCode == 64
        && refused.error.contains("must be one of none, grey, sepia"), "\(refused)")
  }
}
