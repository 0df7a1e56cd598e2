import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Collages of this program among the photos in folders.
@Suite(.waiting) struct OwnCollageTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 4) }

  private static let leftOut = "1 collage is left out; --collages takes it"

  @Test(arguments: ["party.jpg", "party.png"])
  func `a collage is no photo of its folder`(name: String) throws {
    let arguments = ["make", ".", "--best", "2", "--canvas", "40x20px", "-o", name]
    let first = try place.run(arguments)
    #expect(first.exitCode == 0 && first.error.isEmpty, "\(first)")
    let bytes = try place.folder.read(FilePath(name))
    let second = try place.run(arguments)
    #expect(second.answer == .done(first.output, saying: Self.leftOut))
    #expect(try place.folder.read(FilePath(name)) == bytes)
    #expect(try place.run(arguments + ["--quiet"]).answer == .done(first.output))
    // It is known by its bytes, whatever it is called.
    try place.folder.write(bytes, to: "IMG_0001.jpg")
    let all = try place.run("make", ".", "--canvas", "40x20px", "--dry-run")
    #expect(all.exitCode == 0 && !all.output.contains("party"), "\(all)")
    #expect(all.error == "collage: 2 collages are left out; --collages takes them\n")
    let taken = try place.run("make", ".", "--collages", "--canvas", "80x60px", "--dry-run")
    #expect(taken.output.contains("IMG_0001.jpg") && taken.output.contains(name), "\(taken)")
    let named = try place.run("make", "1.jpg", name, "--canvas", "40x20px", "--dry-run")
    #expect(named.exitCode == 0 && named.output.contains(name), "\(named)")
    #expect(named.error == "collage: note: \(name) is itself a collage made by collage\n")
  }

  @Test func `a collage that is named is taken, and a note says what it is`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "a.png").exitCode == 0)
    #expect(try place.make("3.jpg", "4.jpg", "-o", "b.jpg").exitCode == 0)
    let both = Workplace.make + ["a.png", "b.jpg", "-o", "c.png"]
    let made = try place.run(both)
    let note = "note: a.png, b.jpg are themselves collages made by collage"
    #expect(made.answer == .done("\(made.id)\n", saying: note))
    for option in ["--quiet", "--collages"] {
      #expect(try place.run(both + [option, "--force"]).answer == .done("\(made.id)\n"))
    }
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "2.jpg", "a.png"],
      .failed(
        64,
        "a collage needs an even number of photos, not 3, of which a.png is itself a collage; add "
          + "or remove one, or allow it with --any-count"))
    try place.folder.makeFolder("eight")
    for number in 1...8 {
      try place.folder.write(Workplace.photos[number - 1], to: FilePath("eight/\(number).jpg"))
    }
    try place.expectNothingChanges(
      by: ["make", "eight", "a.png"],
      .failed(
        64,
        "9 photos, of which a.png is itself a collage, are too many, because a collage has at most "
          + "6; add --best 6 for the best of them, or --all for all of them"))
  }

  @Test func `a search leaves collages out and counts them, again without opening them`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "party.png").exitCode == 0)
    let photos = "./1.jpg\n./2.jpg\n./3.jpg\n./4.jpg\n"
    for _ in 1...2 {
      #expect(try place.run("find").answer == .done(photos, saying: Self.leftOut))
      #expect(
        try place.run("find", "--collages").answer == .done(photos + "./party.png\n"))
    }
    #expect(try place.run("find", "1.jpg").answer == .done("./1.jpg\n"))
    let none = try place.run("find", "party")
    #expect(
      none.exitCode == 1 && none.error.contains("nothing found among 4 photos in this folder; "),
      "\(none)")
    #expect(none.error.contains(Self.leftOut))
    // Those that don't match are nobody's business.
    #expect(try place.run("find", "larger:30", "1.jpg").answer == .done("./1.jpg\n"))
    #expect(
      try place.run("find", "date:1999").error
        == "collage: nothing found among 4 photos in this folder; --in searches another folder\n")
    let square = try place.run("find", "format:png")
    #expect(square.exitCode == 1 && square.error.contains(Self.leftOut), "\(square)")
  }

  @Test func `the library's collages are none of the folder's, as in a search`() throws {
    #expect(try place.make("1.jpg", "2.jpg").exitCode == 0)
    #expect(try place.make("3.jpg", "4.jpg", "-o", "party.jpg").exitCode == 0)
    let found = try place.run("find")
    let made = try place.run("make", ".", "--best", "2", "--canvas", "40x20px", "--dry-run")
    #expect(found.error == "collage: \(Self.leftOut)\n" && made.error == found.error, "\(made)")
  }

  @Test(.enabled(if: Tracer.isPossible, "needs strace, and the right to trace"))
  func `a collage that is known isn't opened again`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "party.png").exitCode == 0)
    for isKnown in [false, true] {
      let strace = ChildProcess(
        "/usr/bin/strace",
        ["-f", "-q", "-e", "trace=openat", "-o", "trace", BuiltProgram.path.string, "find"],
        in: place.folder.path)
      #expect(try strace.run().error.contains(Self.leftOut))
      let trace = String(decoding: try place.folder.read("trace"), as: UTF8.self)
      #expect(trace.contains("party.png\"") == !isKnown)
    }
  }

  @Test func `a collage that holds light is known, too`() throws {
    try place.folder.write(Fixtures.read("golden/hdr.jpg"), to: "hdr.jpg")
    let found = try place.run("find")
    #expect(!found.output.contains("hdr") && found.error.contains(Self.leftOut), "\(found)")
  }

  @Test func `a folder of nothing but collages says so`() throws {
    try place.folder.makeFolder("made")
    #expect(try place.make("1.jpg", "2.jpg", "-o", "made/a.jpg").exitCode == 0)
    #expect(try place.make("3.jpg", "4.jpg", "-o", "made/b.jpg").exitCode == 0)
    let refusal =
      "made: all 2 pictures in this folder are collages; add --collages to take them, or name "
      + "another folder"
    try place.expectNothingChanges(by: ["make", "made"], .failed(64, refusal))
    #expect(try place.make("made", "--collages").exitCode == 0)
  }

  @Test func `batches and pages leave collages out of folders`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "party.jpg").exitCode == 0)
    let options = ["--canvas", "40x20px"]
    let batch = ["batch", "--from-folders", "."] + options
    let without = try place.run(batch)
    #expect(without.exitCode == 0 && without.error.contains("\(Self.leftOut)\n"), "\(without)")
    let made = try place.run(["find", "--in", "Pictures/Collages", "--collages"])
    #expect(made.output.split(separator: "\n").count == 1)
    let with = try place.run(batch + ["--collages"])
    #expect(with.error.contains("odd") || with.exitCode == 1, "\(with)")
    let pages = try place.run(
      "pages", ".", "-o", "book.pdf", "--json", "--canvas", "4x3cm@100dpi")
    #expect(pages.exitCode == 0 && !pages.output.contains("party.jpg"), "\(pages)")
    #expect(pages.error.contains(Self.leftOut))
  }

  @Test func `the picker and add leave collages out, and say how many`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "party.jpg").exitCode == 0)
    try place.folder.remove("4.jpg")
    let picker = try PickerTerminal(in: place.folder, photos: 3)
    try picker.wait { $0.rows[0].contains("3 photos · without 1 collage · by name") }
    let all = try PickerTerminal(in: place.folder, ["--preview", "off", "--collages"], photos: 4)
    try all.wait { $0.rows[0].contains("4 photos · by name") }
    let prompt = try PromptTerminal(in: place.folder, columns: 120)
    #expect(
      try prompt.ask("add .") == [
        "✓ added 1.jpg, 2.jpg, 3.jpg", ".: 1 collage is left out; name it to take it",
      ])
    #expect(try prompt.ask("add party.jpg") == ["✓ added party.jpg"])
    // Where there is little room, the folder's name is seen rather than that.
    try place.folder.makeFolder("Pictures of Rome")
    for name in ["1.jpg", "2.jpg", "party.jpg"] {
      try place.folder.write(
        place.folder.read(FilePath(name)), to: FilePath("Pictures of Rome").appending(name))
    }
    let narrow = try PickerTerminal(
      in: place.folder, ["--preview", "off", "Pictures of Rome"], photos: 2)
    #expect(
      narrow.screen.rows[0].hasSuffix("  2 photos · by name · ~/Pictures of Rome"),
      "\(narrow.screen.rows[0])")
  }
}
