import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Pictures from outside this project; they lie beside the package on some machines.
@Suite(.waiting, .enabled(if: Corpus.isThere, "needs the test pictures in ../shared/corpus"))
struct CorpusTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 1) }

  @Test func `the same landscape held in eight ways is one upright picture`() throws {
    let pictures = try (1...8).map { orientation in
      let path = Corpus.path("exif-orientation/recurser/Landscape_\(orientation).jpg")
      #expect(
        try place.run("make", path, path, "--canvas", "24x8px", "-o", "out.png", "--force").exitCode
          == 0)
      return try place.picture("out.png")
    }
    // A digit in the middle of each differs; a wrong rotation would be off by more than 100.
    for picture in pictures { #expect(try #require(picture.difference(from: pictures[0])) <= 24) }
  }

  @Test(arguments: [
    "jpg_nointer_65500_header.jpg", "jpg_rgb_65500_header.jpg", "jpg_scans_101_500x500.jpg",
    "jpg_scans_20000_4000x4000.jpg", "png_44byte_claims_2GB_tEXt.png", "png_46341x46341_header.png",
    "png_65536x65536_header.png", "png_gray1_65535x65535.png", "png_header_1x1000001.png",
    "png_header_2147483647sq.png",
  ])
  func `bombs are refused cheaply`(_ name: String) throws {
    let path = Corpus.path("bombs/\(name)")
    let outcome = try place.make("1.jpg", path, "-o", "out.png")
    #expect(outcome.exitCode == 65)
    #expect(outcome.errorLines == 1 && outcome.error.hasPrefix("collage: \(path): "))
    #expect(outcome.peakBytes < 64 << 20)
    #expect(outcome.cpuSeconds < 20)
    #expect(try place.folder.names() == ["1.jpg"])
  }

  @Test(arguments: [
    "png_20000_text_chunks.png", "png_ztxt_256MB.png", "png_apng_2147483647_frames.png",
  ])
  func `harmless bombs are taken cheaply`(_ name: String) throws {
    let outcome = try place.make("1.jpg", Corpus.path("bombs/\(name)"), "-o", "out.png")
    #expect(outcome.exitCode == 0 && outcome.output == "\(outcome.id)\n", "\(outcome)")
    // At most a warning about the photo.
    #expect(outcome.errorLines == (outcome.error.contains("\(name): warning: ") ? 1 : 0))
    #expect(outcome.peakBytes < 64 << 20)
    #expect(try Set(place.picture("out.png").colours).count > 1)
  }

  /// The means of red, green and blue are those that Pillow's conversion gives.
  @Test(
    arguments: [
      ("jpeg-conformance/pillow/pil_sample_cmyk.jpg", "200x100px", [30, 5, 7]),
      ("jpeg-conformance/zune/cymk.jpg", "1200x397px", [47, 132, 217]),
    ])
  func `photos for the press decode`(_ name: String, canvas: String, means: [Int]) throws {
    let path = Corpus.path(name)
    let outcome = try place.make(
      path, path, "--canvas", canvas, "--gap", "0", "--margin", "0", "-o", "out.png")
    #expect(outcome.exitCode == 0, "\(outcome)")
    let colours = try place.picture("out.png").colours
    for (channel, mean) in zip([\Colour.red, \.green, \.blue], means) {
      let found = colours.reduce(0) { $0 + Int($1[keyPath: channel]) } / colours.count
      #expect(abs(found - mean) <= 10, "\(found) \(mean)")
    }
  }
}
