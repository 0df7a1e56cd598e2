import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@Suite(.waiting) struct RuleTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 8) }

  private func photos(_ count: Int) -> [String] { (0..<count).map { "\($0 + 1).jpg" } }

  @Test func `three photos are refused with the reason and the remedy`() throws {
    try place.expectNothingChanges(
      by: Workplace.make + photos(3),
      .failed(
        64,
        "a collage needs an even number of photos, not 3; add or remove one, or allow it with --any-count"
      ))
  }

  @Test func `one photo is refused`() throws {
    try place.expectNothingChanges(
      by: Workplace.make + photos(1),
      .failed(
        64,
        "a collage needs an even number of photos, not 1; add another, or allow it with --any-count"
      ))
  }

  @Test func `seven photos are refused, and eight`() throws {
    for count in [7, 8] {
      try place.expectNothingChanges(
        by: Workplace.make + photos(count),
        .failed(
          64,
          "a collage has at most six photos, not \(count); --best 6 takes the six best, --all takes "
            + "all; 'collage pages' makes a book"
        ))
    }
  }

  @Test func `no photos are refused`() throws {
    try place.expectNothingChanges(
      by: ["make"],
      .failed(64, "there are no photos; name them, as a.jpg b.jpg, or a folder with --best 6"))
    try place.expectNothingChanges(
      by: ["make", "--any-count"],
      .failed(64, "there are no photos; name them, as a.jpg b.jpg, or a folder with --best 6"))
  }

  @Test func `what is advised for too many photos makes a collage`() throws {
    for advised in [["--best", "6"], ["--all"]] {
      let made = try place.run(["make", "--canvas", "60x40px"] + photos(7) + advised)
      #expect(made.exitCode == 0 && made.id != "", "\(made)")
    }
  }

  @Test func `photos without a command keep the same rules`() throws {
    try place.expectNothingChanges(
      by: photos(3),
      .failed(
        64,
        "a collage needs an even number of photos, not 3; add or remove one, or allow it with --any-count"
      ))
  }

  @Test(arguments: [2, 4, 6])
  func `two, four and six photos are taken`(_ count: Int) throws {
    #expect(try place.run(Workplace.make + photos(count)).exitCode == 0)
  }

  @Test func `--any-count takes an odd number`() throws {
    for count in [1, 3, 5] {
      #expect(try place.run(Workplace.make + photos(count) + ["--any-count"]).exitCode == 0)
    }
    try place.expectNothingChanges(
      by: Workplace.make + photos(7) + ["--any-count"],
      .failed(
        64,
        "a collage has at most six photos, not 7; --best 6 takes the six best, --all takes all; "
          + "'collage pages' makes a book")
    )
  }

  @Test func `--max takes more, but keeps the number even`() throws {
    #expect(try place.run(Workplace.make + photos(8) + ["--max", "8"]).exitCode == 0)
    try place.expectNothingChanges(
      by: Workplace.make + photos(7) + ["--max", "7"],
      .failed(
        64,
        "a collage needs an even number of photos, not 7; remove one, or allow it with --any-count")
    )
    #expect(
      try place.run(Workplace.make + photos(7) + ["--max", "7", "--any-count"]).exitCode == 0)
  }

  @Test func `--max takes fewer, too`() throws {
    try place.expectNothingChanges(
      by: Workplace.make + photos(4) + ["--max", "2"],
      .failed(
        64,
        "a collage has at most 2 photos, not 4; --best 2 takes the 2 best, --all takes all; "
          + "'collage pages' makes a book")
    )
  }

  @Test func `what is no photo is told before there are too many or too few`() throws {
    try place.folder.write(Array("no picture".utf8), to: "words.txt")
    let words = try place.run("make", "1.jpg", "words.txt")
    #expect(words.exitCode == 65 && words.error.hasPrefix("collage: words.txt: "), "\(words)")
    try place.expectNothingChanges(
      by: ["make"] + photos(4) + ["words.txt"], words.answer)
    try place.folder.makeFolder("day")
    for number in 1...6 {
      try place.folder.write(Workplace.photos[number - 1], to: FilePath("day/\(number).jpg"))
    }
    try place.expectNothingChanges(
      by: ["make", "day", "nope.jpg"],
      .failed(66, "nope.jpg: there is no such file; check the path"))
    try place.expectNothingChanges(by: ["make", "day", "words.txt"], words.answer)
    // A photo whose beginning is that of a picture isn't read further.
    try place.folder.write(Workplace.photos[0].prefix(200), to: "cut.jpg")
    let cut = try place.run("make", "1.jpg", "2.jpg", "cut.jpg")
    #expect(cut.exitCode == 64 && cut.error.contains("even number"), "\(cut)")
  }

  @Test func `a path with nothing there is told before the number`() throws {
    try place.expectNothingChanges(
      by: ["make", "missing.jpg", "missing.jpg", "missing.jpg"],
      .failed(66, "missing.jpg: there is no such file; check the path"))
  }

  @Test func `the rules hold for a dry run`() throws {
    try place.expectNothingChanges(
      by: ["make", "--dry-run"] + photos(3),
      .failed(
        64,
        "a collage needs an even number of photos, not 3; add or remove one, or allow it with --any-count"
      ))
  }

  @Test func `a thousand photos make a contact sheet`() throws {
    let list = (0..<1000).map { "\($0 % 2 + 1).jpg\0" }.joined()
    let made = try place.run(
      [
        "make", "--max", "1000", "--layout", "grid", "--canvas", "500x2", "--files0-from", "-",
        "-o", "sheet.png",
      ],
      input: .text(list))
    #expect(made.answer == .done("\(made.id)\n"))
    #expect(try place.run("make", "sheet.png", "sheet.png", "--dry-run").exitCode == 0)
  }
}
