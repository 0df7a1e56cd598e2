import CollageKit
import FoundationEssentials
import Glibc
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Whole cycles of `collage next`, of photographs of people and other things, on frames of three
/// shapes.
///
/// `COLLAGE_FRAMES=1000` takes so many photos, of 60 events, makes pictures as large as the frames,
/// and prints how long the steps took. That is meant for the release program:
///
///     COLLAGE_FRAMES=1000 COLLAGE_PROGRAM=$PWD/.build/release/collage swift test --filter
///     NextCycleTests
@Suite(
  .waiting,
  .enabled(if: Corpus.hasFaces, "there is no folder ../shared/corpus-faces beside the repository"))
struct NextCycleTests {
  private static let asked =
    unsafe getenv("COLLAGE_FRAMES").flatMap { unsafe Int(String(cString: $0)) }
  private static let count = asked ?? 24
  private static let eventCount = max(count * 60 / 1000, 5)
  /// How many events have a single photo, so that pictures have to mix.
  private static let singleCount = 3

  private let place: Workplace
  /// The faces in each photo, and its event, by its path.
  private var photos: [String: (faces: [Region], event: Int)] = [:]

  init() throws {
    place = try Workplace(photos: 0)
    try place.folder.makeFolder("photos")
    let people = try Corpus.people()
    let others = Corpus.photographs.filter { name in
      !people.contains { $0.name == name } && !Corpus.isUnusual(name)
    }
    let sources = people + others.map { ($0, []) }
    var dice = Dice(75)
    var minutes = Array(repeating: 0, count: Self.eventCount)
    // A source that comes twice in an event would be one moment.
    var taken = Array(repeating: 0, count: Self.eventCount)
    for number in 0..<Self.count {
      let event =
        number < Self.eventCount
        ? number : Int.random(in: 0..<Self.eventCount - Self.singleCount, using: &dice)
      minutes[event] += Int.random(in: 1...4, using: &dice)
      let source = sources[(event * 5 + taken[event]) % sources.count]
      taken[event] += 1
      let path = "photos/\(number).jpg"
      let jpeg = try FilePath(Corpus.face(source.name)).readFile()
      let time = Self.time(event: event, minute: minutes[event])
      try place.folder.write(
        EXIFRecord.inserting(EXIFRecord.taken(time), intoJPEG: jpeg), to: FilePath(path))
      photos[path] = (source.faces, event)
    }
  }

  /// As cameras write it; events are a month apart.
  private static func time(event: Int, minute: Int) -> String {
    func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let day = "\(2015 + event / 12):\(digits(event % 12 + 1)):03"
    return "\(day) \(digits(9 + minute / 60)):\(digits(minute % 60)):00"
  }

  private struct Step: Decodable {
    let id: String
    let photos: [String]
    let left: Int
    let warnings: [String]
  }

  /// The frames, and as small ones for a few photos.
  private static let screens = [
    ("3840x2160", "480x270"), ("1200x1600", "300x400"), ("800x480", "400x240"),
  ]

  @Test(arguments: screens)
  func `each photo is shown once, one picture in ten mixes events, and no face is cut`(
    screen: String, smaller: String
  ) throws {
    let canvas = Self.asked == nil ? smaller : screen
    var shown: [String] = []
    var mixed = 0
    var seconds: [Double] = []
    var bytes = 0
    var isWhole = false
    while !isWhole, shown.count < Self.count {
      let made = try place.run(
        "next", "photos", "-o", "now.jpg", "--series", screen, "--canvas", canvas, "--json",
        "--quiet")
      try #require(made.exitCode == 0, "\(made)")
      let step = try JSONDecoder().decode(Step.self, from: Data(made.outputBytes))
      shown += step.photos
      if Set(step.photos.compactMap { photos[$0]?.event }).count > 1 { mixed += 1 }
      seconds.append(made.wallSeconds)
      bytes = max(bytes, made.peakBytes)
      let record = try #require(
        try RecipeRecord.read(from: PhotoFile.open(place.folder.path(of: "now.jpg"))))
      let fit = try #require(Recipe(record)).settings["fit"] ?? "fill"
      let plan = try place.run(
        ["make", "--dry-run", "--any-count", "--canvas", canvas, "--fit", fit] + step.photos)
      let cut = try Report.Layout(plan.output).cut(step.photos.map { photos[$0]?.faces ?? [] })
      #expect(cut == 0, "\(cut) faces of \(step.photos) on \(screen): \(step.warnings)")
      isWhole = step.left == 0
    }
    let counts = Dictionary(grouping: shown) { $0 }.mapValues(\.count)
    let wrong = photos.keys.filter { counts[$0] != 1 }.map { "\($0): \(counts[$0] ?? 0)" }.sorted()
    #expect(wrong.isEmpty && isWhole && shown.count == photos.count, "\(wrong)")
    #expect(mixed * 10 <= seconds.count, "\(mixed) of \(seconds.count)")
    guard Self.asked != nil else { return }
    seconds.sort()
    print(
      "\(screen): \(seconds.count) steps, \(mixed) mixed, \(seconds[seconds.count / 2]) s each, "
        + "at most \(seconds.last ?? 0) s and \(bytes >> 20) MiB")
  }
}
