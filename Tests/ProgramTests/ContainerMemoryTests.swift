import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Where a container's limit on memory is below what photos need.
@Suite(.waiting, .enabled(if: MemoryGroup.isPossible, "needs the right to make control groups"))
struct ContainerMemoryTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func run(_ arguments: [String], bytes: Int) throws -> Outcome {
    try MemoryGroup(bytes: bytes).run(BuiltProgram.command(arguments, in: place.folder))
  }

  @Test(arguments: [[], ["--memory", "1G"], ["--jobs", "1"]])
  func `photos that need more memory than a container has are refused, and nobody is killed`(
    options: [String]
  ) throws {
    for name in ["a.jpg", "b.jpg"] as [FilePath] {
      try place.folder.write(JPEGFile.progressiveHeader(width: 6000, height: 4000), to: name)
    }
    let outcome = try run(
      Workplace.make + ["a.jpg", "b.jpg", "-o", "out.png"] + options, bytes: 64 << 20)
    #expect(outcome.exitCode == 74)
    let lines = outcome.error.split(separator: "\n")
    #expect(lines.count == 2)
    for (line, name) in zip(lines, ["a.jpg", "b.jpg"]) {
      #expect(
        line.hasPrefix(
          "collage: \(name): needs 146 MiB to decode, but only "))
    }
    #expect(try !place.folder.names().contains("out.png"))
  }

  @Test func `so is a canvas`() throws {
    let outcome = try run(
      ["make", "1.jpg", "2.jpg", "--canvas", "6000x4000", "-o", "out.png"], bytes: 64 << 20)
    #expect(
      outcome.answer
        == .failed(
          74,
          "the system doesn't have enough memory for a canvas of 6000x4000; choose a smaller one with --canvas or "
            + "--long-side"))
  }

  @Test func `so is a canvas that fits only without HDR, and more memory isn't advised`() throws {
    let base = Picture.jpeg(Picture.sample(3, PixelSize(width: 320, height: 240)), quality: 95)
    let map = Picture.jpeg(
      Raster(size: PixelSize(width: 80, height: 60)) { x, _ in .grey(x < 40 ? 255 : 0) },
      quality: 100)
    try place.folder.write(
      UltraHDR.photo(base, map: map, #"hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2.3""#),
      to: "bright.jpg")
    // Four bytes for a pixel are 30 MiB, and three more for its gain 22 MiB.
    let outcome = try run(
      [
        "make", "--layout", "grid", "1.jpg", "bright.jpg", "--canvas", "2800x2800px",
        "-o", "out.jpg",
      ], bytes: 64 << 20)
    #expect(
      outcome.answer
        == .failed(
          74,
          "the system doesn't have enough memory for a canvas of 2800x2800 with HDR; use --hdr never, or choose a "
            + "smaller one with --canvas or --long-side"))
  }

  @Test func `what fits is done, by as many threads as one likes`() throws {
    let id = try place.make("1.jpg", "2.jpg", "-o", "out.jpg").id
    for options in [[], ["--jobs", "64"]] {
      let outcome = try run(
        Workplace.make + ["1.jpg", "2.jpg", "-o", "out.jpg", "--force"] + options, bytes: 24 << 20)
      #expect(outcome.answer == .done("\(id)\n"))
    }
  }
}
