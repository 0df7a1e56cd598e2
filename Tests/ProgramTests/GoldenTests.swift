import FoundationEssentials
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@Suite(.waiting) struct GoldenTests {
  /// Whether to keep pictures as they look now if they have changed.
  static let isWriting = ProcessInfo.processInfo.environment["COLLAGE_WRITE_GOLDEN"] == "1"

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(.timeLimit(.minutes(20)), arguments: GoldenCollage.all)
  func `a collage looks as it is kept in the fixtures`(_ golden: GoldenCollage) throws {
    try expectAsKept(golden)
  }

  /// Whether there are fonts for all scripts.
  private static let hasFonts =
    InstalledText.isThere
    && [
      "truetype/noto/NotoSansDevanagari-Regular.ttf", "opentype/noto/NotoSansCJK-Regular.ttc",
      "truetype/noto/NotoColorEmoji.ttf",
    ].allSatisfy { FileManager.default.fileExists(atPath: "/usr/share/fonts/\($0)") }

  @Test(
    .enabled(
      if: hasFonts,
      "\(InstalledText.reason), fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji"),
    .timeLimit(.minutes(20)), arguments: GoldenCollage.texts)
  func `so does one with text, in any script`(_ golden: GoldenCollage) throws {
    try expectAsKept(golden)
  }

  @Test(
    .enabled(if: InstalledText.isThere, "\(InstalledText.reason)"), .timeLimit(.minutes(20)),
    arguments: GoldenCollage.looks)
  func `so does every look`(_ golden: GoldenCollage) throws { try expectAsKept(golden) }

  private func expectAsKept(_ golden: GoldenCollage) throws {
    let made = folder.path(of: FilePath(golden.output))
    let folderOfPhotos = Fixtures.path(of: FilePath(golden.folder))
    let photos = golden.photos.map { folderOfPhotos.appending($0).string }
    let outcome = try BuiltProgram.command(
      golden.options + ["-o", made.string] + photos, in: folder
    ).run()
    #expect(outcome.exitCode == 0)
    #expect(
      golden.isCut
        ? outcome.error.contains("cut; use fewer words")
        : outcome.error == "" || golden.mayWarn && outcome.error.hasSuffix("will look soft\n"))
    try #require(try folder.names() == [golden.output])

    let kept = Fixtures.path(of: "golden").appending(golden.file)
    if Self.isWriting, try difference(of: made, from: kept, golden) != PictureDifference.none {
      try Data(contentsOf: URL(filePath: made.string)).write(to: URL(filePath: kept.string))
    }
    let difference = try #require(
      try difference(of: made, from: kept, golden), "there is no \(kept)")
    if difference != .none {
      Attachment.record(try folder.read(FilePath(golden.output)), named: "actual-\(golden.file)")
    }
    #expect(difference == .none, "\(difference)")
  }

  /// Nil if there is no picture to compare with yet.
  private func difference(
    of made: FilePath, from kept: FilePath, _ golden: GoldenCollage
  ) throws -> PictureDifference? {
    guard FileManager.default.fileExists(atPath: kept.string) else { return nil }
    let pixels = PictureDifference(
      try .decoded(made), from: try .decoded(kept), tolerance: golden.tolerance)
    guard pixels == .none, let map = try Raster.gainMap(of: kept) else { return pixels }
    let actual = try Raster.gainMap(of: made)
    return PictureDifference(
      try #require(actual, "\(made) has no gain map"), from: map, tolerance: golden.tolerance)
  }

  /// Whether every command has its picture is checked by the other test.
  @Test func `every golden picture has its command`() throws {
    #expect(
      try Set(Fixtures.names(in: "golden")).subtracting(
        (GoldenCollage.all + GoldenCollage.texts + GoldenCollage.looks).map(\.file)) == [])
  }
}
