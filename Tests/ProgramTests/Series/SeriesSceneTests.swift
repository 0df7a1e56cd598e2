import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Fourteen scenes of a day, of each of which there are good and bad photos: which are shown, and
/// which are the best of all.
@Suite(.waiting) struct SeriesSceneTests {
  private static let count = 14
  private let place: Workplace

  init() throws { place = try Workplace(photos: 0) }

  private static func paintings(_ numbers: [Int]) -> [Raster] {
    numbers.map { Picture.sample($0, PixelSize(width: 400, height: 300)) }
  }

  /// Photographs of 480 pixels on the longer side.
  ///
  /// - Parameter start: how many are left out before them.
  private static func photographs(_ count: Int, from start: Int = 0) throws -> [Raster] {
    try Corpus.photographs.dropFirst(start).prefix(count).map {
      try Raster.decoded(FilePath(Corpus.face($0)), longSide: 480)
    }
  }

  private func expectBestOfScenes(_ views: [Raster], isDated: Bool) throws {
    let scenes = try SceneFolder(views, isDated: isDated, in: place.folder)
    let outcome = try place.run("find", "--distinct", "--in", "day")
    #expect(outcome.exitCode == 0 && outcome.error.isEmpty, "\(outcome)")
    let shown = Dictionary(grouping: scenes.shots(in: outcome.output), by: \.scene)
    let good = shown.values.count { $0.contains(where: \.kind.isGood) }
    let surplus = shown.values.reduce(0) { $0 + $1.count - 1 }
    #expect(good >= (isDated ? 12 : 11), "\(shown)")
    #expect(shown.count >= Self.count - 1, "\(shown)")
    #expect(surplus <= (isDated ? 2 : 4), "\(shown)")
  }

  private func expectBestOfDay(_ views: [Raster]) throws {
    let scenes = try SceneFolder(views, isDated: true, in: place.folder)
    let outcome = try place.run("find", "--best", "6", "--in", "day")
    #expect(outcome.exitCode == 0 && outcome.error.isEmpty, "\(outcome)")
    let best = scenes.shots(in: outcome.output)
    let numbers = best.map(\.scene)
    #expect(Set(numbers).count == 6, "\(best)")
    #expect(numbers == numbers.sorted(), "\(best)")
    #expect(best.count(where: \.kind.isGood) >= 5, "\(best)")
    // From morning to evening.
    let gaps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
    #expect(numbers[0] <= 3 && numbers[5] >= 10 && gaps.allSatisfy { $0 <= 5 }, "\(best)")
  }

  @Test(arguments: [true, false])
  func `paintings are shown by their sharp and well exposed photo`(_ isDated: Bool) throws {
    try expectBestOfScenes(Self.paintings(Array(0..<Self.count)), isDated: isDated)
  }

  @Test(
    .enabled(
      if: Corpus.hasFaces, "there is no folder ../shared/corpus-faces beside the repository"),
    arguments: [true, false])
  func `photographs are shown by their sharp and well exposed photo`(_ isDated: Bool) throws {
    try expectBestOfScenes(Self.photographs(Self.count), isDated: isDated)
  }

  @Test func `the best of a day of paintings are spread over it`() throws {
    try expectBestOfDay(Self.paintings(Array(0..<Self.count)))
  }

  @Test(
    .enabled(if: Corpus.hasFaces, "there is no folder ../shared/corpus-faces beside the repository")
  )
  func `the best of a day of photographs are spread over it`() throws {
    try expectBestOfDay(Self.photographs(Self.count, from: Self.count))
  }

  @Test(
    .enabled(if: Corpus.hasFaces, "there is no folder ../shared/corpus-faces beside the repository")
  )
  func `210 pairs of photographs of like colours stay apart`() throws {
    try place.folder.makeFolder("day")
    for (number, view) in try Self.photographs(21).enumerated() {
      try place.folder.write(
        Picture.jpeg(view.recoloured(mean: 120, spread: 50)), to: FilePath("day/\(number).jpg"))
    }
    let outcome = try place.run("find", "--distinct", "--in", "day")
    #expect(outcome.output.split(separator: "\n").count == 21, "\(outcome)")
  }
}
