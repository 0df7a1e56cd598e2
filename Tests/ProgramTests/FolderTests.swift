import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Folders in place of photos.
@Suite(.waiting) struct FolderTests {
  let place: Workplace

  init() throws {
    place = try Workplace(photos: 0)
    for (folder, count) in [("two", 2), ("five", 5), ("eight", 8), ("tree/a", 2), ("tree/b", 2)] {
      var made = FilePath()
      for component in FilePath(folder).components {
        made.append(component)
        if (try? place.folder.path(of: made).stat()) == nil { try place.folder.makeFolder(made) }
      }
      for number in 0..<count {
        try place.folder.write(Workplace.photos[number], to: made.appending("\(number + 1).jpg"))
      }
    }
  }

  private func made(_ arguments: String...) throws -> [Substring] {
    let outcome = try place.run(Workplace.make + arguments + ["--dry-run"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    return outcome.output.matches(of: /"path" : "([^"]*)"/).map(\.1)
  }

  @Test func `a folder stands for its photos`() throws {
    #expect(try made("two") == ["two/1.jpg", "two/2.jpg"])
    #expect(try made("two", "five/3.jpg", "five/4.jpg").count == 4)
    #expect(try place.make("two", "-o", "out.jpg").exitCode == 0)
  }

  @Test func `photos in folders below that aren't taken are counted`() throws {
    try place.folder.write(Workplace.photos[4], to: "tree/1.jpg")
    try place.folder.write(Workplace.photos[5], to: "tree/2.jpg")
    let made = try place.run(Workplace.make + ["tree", "-o", "out.jpg"])
    #expect(made.exitCode == 0)
    #expect(
      made.error == "collage: 4 more pictures are in folders below; --recursive takes them\n")
    let all = try place.run(Workplace.make + ["tree", "-r", "-o", "all.jpg"])
    #expect(all.exitCode == 0 && all.error == "")
  }

  @Test func `photos in folders below count where those in the folder don't suit`() throws {
    try place.folder.write(Workplace.photos[4], to: "tree/top.jpg")
    try place.expectNothingChanges(
      by: ["make", "tree"],
      .failed(
        64,
        "tree: 1 photo, and 4 in folders below it; add --best 4 for the best of them, or "
          + "--recursive --all for all 5"))
    // Some of them are copies.
    #expect(try [2, 4].contains(made("tree", "--best", "4").count))
    #expect(try made("tree", "--recursive", "--all").count == 5)
    try place.expectNothingChanges(
      by: ["make", "tree", "two"],
      .failed(
        64,
        "3 photos, and 4 in folders below those named; add --best 6 for the best of them, or "
          + "--recursive --all for all 7"))
  }

  @Test func `a pattern that no shell has expanded is told from a missing file`() throws {
    for (pattern, files) in [("two/*.jpg", "2 files"), ("five/[1].?pg", "1 file")] {
      try place.expectNothingChanges(
        by: ["make", pattern],
        .failed(66, "'\(pattern)' matches \(files); leave out the quotes"))
    }
    for pattern in ["*.jpg", "****.png", "two/*.png"] {
      try place.expectNothingChanges(
        by: [pattern, "two/1.jpg"], .failed(66, "\(pattern): no file matches it here"))
    }
  }

  @Test func `more photos than a collage takes are counted, with what to do`() throws {
    try place.expectNothingChanges(
      by: ["make", "eight"],
      .failed(
        64,
        "8 photos are too many, because a collage has at most 6; add --best 6 for the best of them, "
          + "or --all for all of them"))
    try place.expectNothingChanges(
      by: ["make", "five"],
      .failed(
        64,
        "5 photos can't be used, because a collage needs an even number; add --best 4 for the best "
          + "of them, or --all for all of them"))
    try place.expectNothingChanges(
      by: ["make", "tree", "two", "eight", "-r"],
      .failed(
        64,
        "14 photos are too many, because a collage has at most 6; add --best 6 for the best of "
          + "them, or --all for all of them"))
    #expect(try made("eight", "--all").count == 8)
    #expect(try made("five", "--all").count == 5)
    #expect(try made("eight", "--max", "8").count == 8)
    #expect(try made("eight", "--best", "6").count <= 6)
  }

  @Test func `a number of best photos that the rules refuse is refused before any is compared`()
    throws
  {
    try place.expectNothingChanges(
      by: ["make", "eight", "--best", "5"],
      .failed(
        64,
        "--best 5: a collage needs an even number of photos, not 5; write --best 4, or add "
          + "--any-count"))
    try place.expectNothingChanges(
      by: ["make", "eight", "--best", "9"],
      .failed(
        64,
        "--best 9: a collage has at most six photos, not 9; write --best 6, or add --max 9 "
          + "--any-count"))
    #expect(try place.make("eight", "--best", "5", "--any-count", "--dry-run").exitCode == 0)
  }

  @Test func `photos only in folders below are counted, and taken with --recursive`() throws {
    try place.expectNothingChanges(
      by: ["make", "tree"],
      .failed(
        64,
        "tree: this folder contains no pictures itself, but 4 in 2 folders below it (tree/a, "
          + "tree/b); add --best 6 for the best of them, or --recursive --all for all of them"))
    let all = ["tree/a/1.jpg", "tree/a/2.jpg", "tree/b/1.jpg", "tree/b/2.jpg"]
    for option in ["-r", "--recursive"] {
      #expect(try made("tree", option).map(String.init) == all)
    }
    #expect(try made("tree", "--recursive", "--all").count == 4)
    #expect(try made("tree", "--best", "6").count == 2)
    let pages = ["pages", "tree", "-o", "book.pdf", "--json"]
    let refused = try place.run(pages)
    #expect(refused.error.hasSuffix("; add --recursive to take them\n"), "\(refused)")
    // Each folder begins a page.
    let book = try place.run(pages + ["-r"])
    #expect(book.exitCode == 0 && book.output.contains(#""page":2"#), "\(book)")
    let prompt = try PromptTerminal(in: place.folder, columns: 200)
    #expect(
      try prompt.ask("add tree").joined().contains(
        "enter 'add --best 6' with the folder for the best of them, or 'pick' with it to choose"))
    #expect(try prompt.ask("add --best 6 tree").joined().contains("added"))
  }

  @Test func `a folder with too many for the prompt names the best`() throws {
    let prompt = try PromptTerminal(in: place.folder, columns: 120)
    #expect(
      try prompt.ask("add eight").last
        == "eight: 8 pictures; the first 6 fit; for the best of them, undo and enter 'add --best 6 "
        + "eight'")
    try prompt.ask("undo")
    #expect(try prompt.ask("add --best 6 eight").joined().contains("✓ added "))
  }
}
