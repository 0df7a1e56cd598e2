import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Layouts that are chosen by who is in the photos, by the built program.
@Suite(.waiting) struct PeopleSizeTests {
  private let place: Workplace
  private static let sizes = [(480, 320), (320, 480), (400, 300), (480, 270)]
    .map { PixelSize(width: $0.0, height: $0.1) }
  private static let face = Region(x: 0.4, y: 0.25, width: 0.14, height: 0.2)
  private static let group = (0..<5).map {
    Region(x: 0.1 + 0.17 * Double($0), y: 0.4, width: 0.1, height: 0.14)
  }

  init() throws {
    place = try Workplace(photos: 0)
    for (number, size) in Self.sizes.enumerated() {
      let jpeg = Picture.sampleJPEG(number, size)
      try place.folder.write(jpeg, to: FilePath("plain-\(number).jpg"))
      try place.folder.write(
        JPEGFile.declaring([Self.face], in: jpeg), to: FilePath("face-\(number).jpg"))
      try place.folder.write(
        JPEGFile.declaring(Self.group, in: jpeg), to: FilePath("group-\(number).jpg"))
    }
  }

  /// All four photos, with people in one of them.
  private func photos(_ kind: String, at shown: Int) -> [String] {
    Self.sizes.indices.map { "\($0 == shown ? kind : "plain")-\($0).jpg" }
  }

  private func areas(_ photos: [String], _ options: String...) throws -> [Int] {
    let outcome = try place.run(["make", "--dry-run"] + photos + options)
    try #require(outcome.exitCode == 0, "\(outcome.error)")
    return try Report.Layout(outcome.output).photos.map { $0.frame.width * $0.frame.height }
  }

  @Test func `the photo that shows somebody is the largest more often than chance`() throws {
    let largest = try Self.sizes.indices.count { shown in
      let areas = try areas(photos("face", at: shown))
      return Double(areas[shown]) >= 0.98 * Double(try #require(areas.max()))
    }
    #expect(largest >= 2)
  }

  @Test func `a group gets more room than a photo without people`() throws {
    // Where it is the first, the second and so on: without people the shares make a whole.
    let shares = try Self.sizes.indices.map { shown in
      let areas = try areas(photos("group", at: shown))
      return Double(areas[shown]) / Double(areas.reduce(0, +))
    }
    #expect(shares.reduce(0, +) > 1.1, "\(shares)")
  }

  @Test func `a collage tells whom its layout knew, and is made again as it was`() throws {
    for (kind, shown) in [("face", 0), ("face", 2), ("group", 1), ("group", 3)] {
      let made = try place.run(
        ["make", "--long-side", "200", "--library", "lib"] + photos(kind, at: shown))
      try #require(made.exitCode == 0, "\(made.error)")
      let record = try RecipeRecord.read(
        from: PhotoFile.open(place.folder.path(of: FilePath("lib/collage-\(made.id).jpg"))))
      let known = try #require(record).json.ranges(of: #""people":{"#)
      #expect(known.count == 1)
      #expect(try place.run("library", "remake", made.id, "--library", "lib").id == made.id)
      let png = try place.run("library", "remake", made.id, "--library", "lib", "--format", "png")
      #expect(png.id != made.id)
      #expect(try place.run("library", "remake", png.id, "--library", "lib").id == png.id)
    }
  }

  @Test func `a collage that knew nobody tells nothing of people`() throws {
    let options = [["--focus", "centre"], ["--layout", "grid"], ["--balance", "0"]]
    for option in options {
      let made = try place.run(
        ["make", "--long-side", "200", "--library", "lib"] + option + photos("face", at: 0))
      try #require(made.exitCode == 0, "\(made.error)")
      let record = try RecipeRecord.read(
        from: PhotoFile.open(place.folder.path(of: FilePath("lib/collage-\(made.id).jpg"))))
      #expect(try #require(record).json.contains("people") == false)
    }
  }
}
