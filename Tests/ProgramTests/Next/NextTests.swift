import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// `collage next`.
@Suite(.waiting) struct NextTests {
  let place: Workplace

  init() throws {
    place = try Workplace(photos: 0)
    try place.folder.makeFolder("photos")
    for number in 0..<8 {
      // Two events, days apart.
      let name = "IMG_2024050\(number < 4 ? 1 : 8)_1\(number)0000.jpg"
      try place.folder.write(Workplace.photos[number], to: FilePath("photos").appending(name))
    }
  }

  /// Two photos a picture, written as `now.jpg`.
  private func next(_ arguments: String...) throws -> Outcome {
    try place.run(
      ["next", "photos", "-o", "now.jpg", "--canvas", "40x20px", "--per", "2"] + arguments)
  }

  private func photos(_ outcome: Outcome) -> [String] {
    outcome.output.matches(of: /photos\/[^"]*\.jpg/).map { String($0.0) }
  }

  private let state: FilePath = ".local/state/collage/next/default"

  @Test func `each photo is shown once, and pictures have photos of one day`() throws {
    var shown: [String] = []
    for step in 1...4 {
      let made = try next("--json")
      #expect(made.exitCode == 0 && made.error == "", "\(made.error)")
      #expect(made.output.contains(#""cycle":"\#(2 * step) of 8""#))
      #expect(made.output.contains(#""left":\#(8 - 2 * step)"#))
      let photos = photos(made)
      #expect(photos.count == 2 && Set(photos.map { $0.prefix(19) }).count == 1)
      shown += photos
    }
    #expect(Set(shown).count == 8)
    let again = try next("--json")
    #expect(again.output.contains(#""cycle":"2 of 8""#))
    let id = try place.identity(of: "now.jpg")
    #expect(again.output.contains(id))
  }

  @Test func `two pictures of one series are told once, unless the series was chosen`() throws {
    #expect(try next().error == "")
    let other = ["next", "photos", "-o", "other.jpg", "--canvas", "40x20px", "--per", "2"]
    let first = try place.run(other)
    #expect(
      first.exitCode == 0
        && first.error
          == "collage: \(place.folder.path(of: "now.jpg").string) comes from the same series, so "
          + "what this picture shows doesn't come there; --series and a name give it one of its own\n",
      "\(first.error)")
    for again in [try place.run(other), try next()] {
      #expect(again.exitCode == 0 && again.error == "", "\(again.error)")
    }
    for series in ["other", "default"] {
      let chosen = try place.run(
        ["next", "photos", "-o", "\(series).png", "--canvas", "40x20px", "--series", series])
      #expect(chosen.exitCode == 0 && chosen.error == "", "\(chosen.error)")
    }
  }

  @Test func `without --json the id is printed`() throws {
    let made = try next()
    #expect(made.answer == .done("\(try place.identity(of: "now.jpg"))\n"))
  }

  @Test func `a dry run shows what comes, and changes nothing`() throws {
    let before = try next("--dry-run")
    #expect(before.output.split(separator: "\n").count == 3)
    #expect(try !place.folder.names().contains("now.jpg"))
    var made: [String] = []
    for _ in 0..<3 { made += photos(try next("--json")) }
    #expect(photos(before) == made)
  }

  @Test func `renamed and moved photos aren't new, and copies neither`() throws {
    let first = photos(try next("--json"))
    try place.folder.rename(FilePath(first[0]), to: "photos/renamed.jpg")
    try place.folder.makeFolder("photos/more")
    let bytes = try place.folder.read(FilePath(first[1]))
    try place.folder.remove(FilePath(first[1]))
    try place.folder.write(bytes, to: "photos/more/moved\n.jpg")
    var others: [String] = []
    for _ in 0..<3 { others += photos(try next("--json")) }
    #expect(Set(others).count == 6 && Set(others).isDisjoint(with: first))
    #expect(!others.contains { $0.contains("renamed") || $0.contains("moved") })
  }

  @Test func `the same photo in two places is one photo`() throws {
    // Also without the date that the name says, and two in one folder.
    try place.folder.makeFolder("photos/backup")
    for (number, bytes) in Workplace.photos.enumerated() {
      for copy in ["backup/\(number)", "backup/again \(number)"] {
        try place.folder.write(bytes, to: FilePath("photos/\(copy).jpg"))
      }
    }
    var shown: [[UInt8]] = []
    for step in 1...4 {
      let made = try next("--json")
      #expect(made.output.contains(#""cycle":"\#(2 * step) of 8""#), "\(made)")
      shown += try photos(made).map { try place.folder.read(FilePath($0)) }
    }
    #expect(shown.count == 8 && Set(shown).count == 8)
    // One that comes later was shown already.
    try place.folder.write(Workplace.photos[3], to: "photos/later.jpg")
    #expect(try next("--json").output.contains(#""cycle":"2 of 8""#))
  }

  @Test func `new photos come in the next step, and photos that are gone don't`() throws {
    let first = photos(try next("--json"))
    try place.folder.write(
      Picture.sampleJPEG(31, PixelSize(width: 32, height: 24)),
      to: "photos/IMG_20240501_235900.jpg")
    let second = photos(try next("--json"))
    #expect(second.contains("photos/IMG_20240501_235900.jpg"))
    for name in first { try place.folder.remove(FilePath(name)) }
    #expect(try next("--json").output.contains(" of 7\""))
  }

  @Test func `a damaged state and one of another version begin anew`() throws {
    _ = try next()
    for (text, reason) in [("nonsense", "damaged"), ("collage next 9\n", "another version")] {
      try place.folder.write(Array(text.utf8), to: state)
      let made = try next("--json")
      #expect(made.exitCode == 0 && made.error.contains(reason), "\(made.error)")
      #expect(made.output.contains("2 of 8"))
    }
  }

  @Test func `a file of somebody else is never taken for the state`() throws {
    try place.folder.write(Array("my notes\n".utf8), to: "notes.txt")
    let notes = place.folder.path(of: "notes.txt")
    try place.expectNothingChanges(
      by: ["next", "photos", "-o", "now.jpg", "--state", "notes.txt"],
      .failed(
        73, "\(notes): this isn't what 'collage next' remembers; name another file with --state"))
    let same = try next("--state", "./now.jpg")
    #expect(same.exitCode == 64 && same.error.contains("the same file"), "\(same)")
  }

  @Test func `--back makes the picture before, and --keep saves the last one`() throws {
    let first = try next().output
    let second = try next().output
    #expect(first != second)
    #expect(try next("--back").output == first)
    #expect(try next("--keep").output == first)
    #expect(try place.run("library", "path", String(first.prefix(32))).exitCode == 0)
    let third = try next().output
    #expect(third != first && third != second)
  }

  @Test func `damaged photos are passed over, and told once`() throws {
    for name in try place.folder.names(in: "photos").dropFirst() {
      // Large enough that the header stays whole.
      let size = PixelSize(width: 320, height: 240)
      let bytes = Picture.sampleJPEG(name.utf8.count, size)
      try place.folder.write(
        Array(bytes.prefix(bytes.count * 2 / 3)) + Array(name.utf8),
        to: FilePath("photos").appending(name))
    }
    let made = try next("--json")
    #expect(made.exitCode == 0 && photos(made).count == 1, "\(made.error)")
    #expect(made.error.split(separator: "\n").count == 7)
    let again = try next("--json")
    #expect(again.exitCode == 0 && again.error == "" && photos(again) == photos(made))
  }

  @Test func `without photos nothing is made, and with one it is shown alone`() throws {
    try place.folder.makeFolder("empty")
    #expect(
      try place.run("next", "empty/", "-o", "now.jpg").answer
        == .failed(1, "there are no photos in empty; name another folder"))
    try place.folder.write(Workplace.photos[0], to: "empty/1.jpg")
    #expect(try place.run("next", "empty/", "-o", "now.jpg").exitCode == 0)
    #expect(try place.run("next", "empty/", "-o", "now.jpg").exitCode == 0)
  }

  @Test func `the picture in the folder of photos is no photo`() throws {
    for _ in 0..<5 {
      let made = try place.run(
        "next", "photos", "-o", "photos/now.jpg", "--canvas", "40x20px", "--json")
      #expect(made.exitCode == 0 && made.output.contains(" of 8\""), "\(made.error)")
    }
  }

  @Test func `series and state files go their own ways, and words choose`() throws {
    let one = try next("--series", "one", "--json")
    #expect(try next("--series", "two", "--json").output == one.output)
    #expect(try next("--state", "mine", "--json").output == one.output)
    #expect(try place.folder.names().contains("mine"))
    let found = try next("--series", "may", "date:2024-05-08", "--json")
    #expect(found.output.contains("2 of 4") && photos(found).allSatisfy { $0.contains("0508") })
    #expect(try next("--series", "../x").exitCode == 64)
    #expect(try next("nothinglikethis").exitCode == 1)
    let today = try next("--series", "today", "today:", "--json")
    #expect(today.exitCode == 0)
  }

  @Test func `a picture that can't be written leaves what was shown as it was`() throws {
    _ = try next()
    let before = try place.folder.read(state)
    try place.folder.remove("now.jpg")
    try place.folder.write(Array("mine".utf8), to: "now.jpg")
    #expect(try next().exitCode == 73)
    #expect(try place.folder.read(state) == before)
  }
}
