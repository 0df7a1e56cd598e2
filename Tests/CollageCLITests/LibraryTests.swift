import CollageKit
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Finding, showing and removing saved collages.
@Suite(.waiting) struct LibraryTests {
  let place: Workplace
  /// Two collages, sorted by id.
  private let ids: [String]

  init() throws {
    place = try Workplace(photos: 4)
    let place = place
    ids = try [["1.jpg", "2.jpg"], ["3.jpg", "4.jpg", "--format", "png"]].map { arguments in
      try place.run(Workplace.make + arguments).id
    }.sorted()
  }

  private func file(of id: String) throws -> String {
    let name = try place.folder.names(in: place.library).first { $0.contains(id) }
    return "\(place.folder.string)/Pictures/Collages/\(try #require(name))"
  }

  /// Writes a file with a name that the library would give a collage.
  private func write(_ bytes: [UInt8], asCollage id: String) throws {
    try place.folder.write(bytes, to: place.library.appending("collage-\(id).jpg"))
  }

  private func size(of id: String) throws -> Int { Int(try FilePath(try file(of: id)).stat().size) }

  @Test func `list prints id, size and path of every collage`() throws {
    let lines = try ids.map { "\($0)\t\(try size(of: $0))\t\(try file(of: $0))\n" }
    #expect(try place.run("library", "list", "--sort", "name").answer == .done(lines.joined()))
    // The newest first, like on a terminal.
    let newest = try place.run("library", "list", "--sort", "date")
    #expect(try place.run("library", "list").answer == newest.answer)
  }

  @Test func `list --json prints an object a line`() throws {
    let outcome = try place.run("library", "list", "--json", "--sort", "name")
    #expect(outcome.exitCode == 0 && outcome.error == "")
    let expected = try ids.map { id in
      let path = try file(of: id)
      return Report.Asset(
        id: id, path: path, format: path.hasSuffix(".png") ? "png" : "jpeg", bytes: try size(of: id)
      )
    }
    #expect(try [Report.Asset](lines: outcome.output) == expected)
  }

  @Test func `a library that is not there is empty`() throws {
    let before = try place.folder.snapshot()
    #expect(try place.run("library", "list", "--library", "nowhere").answer == .done(""))
    #expect(try place.run("library", "verify", "--library", "nowhere").answer == .done(""))
    #expect(try place.folder.snapshot() == before)
  }

  @Test func `list leaves out what is no collage`() throws {
    for name in [
      "photo.jpg", "collage-.jpg", "collage-\(ids[0]).gif", "collage-\(ids[0].uppercased()).jpg",
    ] {
      try place.folder.write(Workplace.photos[0], to: place.library.appending(name))
    }
    #expect(try place.run("library", "list").output.split(separator: "\n").count == 2)
  }

  @Test func `path prints where a collage is, and nothing else`() throws {
    for id in ids {
      #expect(try place.run("library", "path", id).answer == .done("\(try file(of: id))\n"))
    }
    let outcome = try place.run("library", "path", "--json", ids[0])
    #expect(try Report.Asset(outcome.output).path == (try file(of: ids[0])))
  }

  @Test func `a unique beginning of four digits or more stands for an id`() throws {
    for length in [4, 5, 31, 32] {
      let prefix = String(ids[0].prefix(length))
      #expect(try place.run("library", "path", prefix).output == "\(try file(of: ids[0]))\n")
      #expect(
        try place.run("library", "path", prefix.uppercased()).output == "\(try file(of: ids[0]))\n")
    }
  }

  @Test func `a beginning that is too short, too long or no number is refused`() throws {
    for prefix in [String(ids[0].prefix(3)), ids[0] + "0", "wxyz", "0x12", " 1234", "*"] {
      let wanted = "it must be the first 4 to 32 characters of an id, "
      for (command, argument, end) in [
        ("show", "id|file", "such as 2f9c, or a file name with a dot or a slash"),
        ("path", "id|file", "such as 2f9c, or a file name with a dot or a slash"),
        ("remove", "id", "which are 0-9 and a-f, such as 2f9c"),
        ("verify", "id", "which are 0-9 and a-f, such as 2f9c"),
      ] {
        try place.expectNothingChanges(
          by: ["library", command, prefix],
          .failed(
            64,
            "The value '\(prefix)' is invalid for '<\(argument)>': \(wanted)\(end); "
              + "see 'collage library \(command) --help'"))
      }
    }
  }

  @Test func `an unknown beginning is 66`() throws {
    let unknown = ["0000", "1111", "2222"].first { text in !ids.contains { $0.hasPrefix(text) } }!
    for command in ["show", "path", "remove"] {
      let advice =
        command == "remove"
        ? ""
        : "; one that -o wrote to a file isn't there, and 'collage prompt --reopen FILE' opens it"
      try place.expectNothingChanges(
        by: ["library", command, unknown],
        .failed(
          66,
          "\(unknown): no such collage in \(place.folder.string)/Pictures/Collages; see 'collage library list'"
            + advice))
    }
  }

  @Test func `an ambiguous beginning is refused with the ids that it might mean`() throws {
    let twins = ["0", "1"].map { String(repeating: "abcd", count: 7) + "000" + $0 }
    try place.folder.makeFolder("twins")
    for id in twins {
      try place.folder.write(Workplace.photos[0], to: FilePath("twins/collage-\(id).jpg"))
    }
    for command in ["show", "path", "remove"] {
      try place.expectNothingChanges(
        by: ["library", command, "abcd", "--library", "twins"],
        .failed(
          64,
          "abcd: 2 collages have ids that start with it; give more characters: \(twins[0]), \(twins[1])"
        ))
    }
    #expect(try place.run("library", "path", twins[1], "--library", "twins").exitCode == 0)
  }

  @Test func `a photo that was given a collage's name is not removed`() throws {
    let id = String(repeating: "12", count: 16)
    try write(Workplace.photos[0], asCollage: id)
    let reason =
      "is named like a collage, but was not made by collage; delete the file yourself if you don't want it"
    try place.expectNothingChanges(
      by: ["library", "remove", id], .failed(73, "\(try file(of: id)): \(reason)"))
    // Nothing is left of it that could be a photo.
    try write([], asCollage: id)
    #expect(try place.run("library", "remove", id).answer == .done("\(id)\n"))
  }

  @Test func `only files are collages`() throws {
    let names = ["ab", "cd", "ef"].map {
      place.library.appending("collage-\(String(repeating: $0, count: 16)).jpg")
    }
    try place.folder.makeFolder(names[0])
    try place.folder.makePipe(names[1])
    try place.folder.makeSymbolicLink(names[2], to: "../../1.jpg")
    #expect(try place.run("library", "list").output.split(separator: "\n").count == 2)
    #expect(try place.run("library", "remove", "abab").exitCode == 66)
  }

  @Test func `show escapes what a foreign recipe says`() throws {
    let json = try place.run("library", "show", ids[0], "--json").output
    var recipe = try #require(json.firstMatch(of: /"recipe":(\{.*\})\}/)).1.description
    for key in ["layout", "background", "format", "version", "sha256", "name"] {
      recipe = recipe.replacing(
        try Regex("\"\(key)\":\"[^\"]*\""), with: "\"\(key)\":\"\\u001b\\u0007\"")
    }
    let picture = PixelBands(Picture.sample(1, PixelSize(width: 4, height: 4)), as: .png(.default))
    let id = String(repeating: "12", count: 16)
    try place.folder.write(
      picture.encoded(recipe: RecipeRecord(json: recipe)),
      to: place.library.appending("collage-\(id).png"))
    let outcome = try place.run("library", "show", id)
    #expect(
      outcome.exitCode == 0 && outcome.output.contains("layout      \\x1b\\x07"), "\(outcome)")
    #expect(outcome.output.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
  }

  @Test func `show prints what a collage was made of`() throws {
    let made = try place.make("1.jpg", "2.jpg", "--quality", "77", "--background", "#123456")
    let digests = try ["1.jpg", "2.jpg"].map { try place.digest(of: FilePath($0)) }
    let saved = try #require(
      try place.run("library", "show", made.id).output.firstMatch(
        of: /\nsaved       \d{4}-\d\d-\d\d \d\d:\d\d, [0-9.]+ k?B\n/)
    ).output.dropFirst()
    #expect(
      try place.run("library", "show", made.id).answer
        == .done(
          """
          id          \(made.id)
          file        \(try file(of: made.id))
          \(saved)canvas      40x20
          layout      grid
          background  #123456
          format      jpeg, quality 77
          version     \(Version.picture)
          photo 1     1.jpg  32x24  in 20x20 at 0,0  sha256 \(digests[0])
          photo 2     2.jpg  32x24  in 20x20 at 20,0  sha256 \(digests[1])
          alt         A collage of 2 photos: side by side.

          """))
  }

  @Test func `show, path and credits take a collage's file`() throws {
    let made = try place.make("1.jpg", "2.jpg", "-o", "party.jpg")
    let shown = try place.run("library", "show", "party.jpg")
    #expect(shown.exitCode == 0, "\(shown)")
    #expect(shown.output.hasPrefix("id          \(made.id)\nfile        "))
    #expect(shown.output.contains("/party.jpg\nsaved       "))
    #expect(shown.output.contains("\ncanvas      40x20\n"))
    let path = try place.run("library", "path", "./party.jpg")
    #expect(path.output.hasSuffix("/party.jpg\n"))
    #expect(try place.run("library", "credits", "party.jpg").error.contains("nothing to credit"))
    try place.expectNothingChanges(
      by: ["library", "show", "1.jpg"],
      .failed(
        65,
        "1.jpg: is not a collage made by collage, or another program has removed its recipe; give a "
          + "collage as it was saved"))
    let missing = try place.run("library", "show", "gone.jpg")
    #expect(missing.exitCode == 66 && missing.error.contains("gone.jpg"), "\(missing)")
  }

  @Test func `show tells the title, albums, and settings that are not as usual`() throws {
    let made = try place.make(
      "1.jpg", "2.jpg", "--gap", "3%", "--order", "free", "--album", "Rome", "--quality", "80")
    _ = try place.run("library", "album", "create", "Delft")
    let shown = try place.run("library", "show", made.id).output
    #expect(shown.contains("\nalbums      Rome\n"), "\(shown)")
    #expect(shown.contains("\nsettings    order free, gap 3%\n"), "\(shown)")
  }

  @Test(arguments: [
    ([], "format      png\n"), (["--compression", "9"], "format      png, compression 9\n"),
  ])
  func `show tells how a PNG was compressed, unless it was as usual`(
    options: [String], line: String
  ) throws {
    let made = try place.run(Workplace.make + ["1.jpg", "2.jpg", "--format", "png"] + options)
    #expect(try place.run("library", "show", made.id).output.contains("\n" + line))
  }

  @Test func `show --json prints the recipe`() throws {
    let bytes = EXIFRecord.inserting(EXIFRecord.orientation(6), intoJPEG: Workplace.photos[0])
    try place.folder.write(bytes, to: "turned <&\"> ü.jpg")
    let made = try place.make("1.jpg", "turned <&\"> ü.jpg", "--format", "png")
    let shown = try Report.Shown(try place.run("library", "show", "--json", made.id).output)
    #expect(shown.id == made.id)
    #expect(shown.recipe.canvas == Report.Size(width: 40, height: 20))
    let settings = shown.recipe.settings
    #expect(settings["layout"] == "grid" && settings["background"] == "#ffffff")
    #expect(settings["format"] == "png" && settings["quality"] == nil)
    let digest = try place.digest(of: "turned <&\"> ü.jpg")
    #expect(
      shown.recipe.photos.last
        == .init(
          name: "turned <&\"> ü.jpg", sha256: digest, size: .init(width: 24, height: 32),
          orientation: 6,
          frame: .init(x: 20, y: 0, width: 20, height: 20)))
  }

  @Test func `show of a file without a recipe is 65`() throws {
    let id = String(repeating: "0123", count: 8)
    try write(Workplace.photos[0], asCollage: id)
    try place.expectNothingChanges(
      by: ["library", "show", id],
      .failed(65, "\(try file(of: id)): its recipe can't be read; see 'collage library verify'"))
  }

  @Test func `remove removes the collages that are named and prints their ids`() throws {
    #expect(
      try place.run("library", "remove", ids[0], ids[0], ids[1]).answer
        == .done("\(ids[0])\n\(ids[1])\n"))
    #expect(try place.folder.names(in: place.library) == [])
    #expect(try place.folder.names() == ["1.jpg", "2.jpg", "3.jpg", "4.jpg", "Pictures"])
    #expect(try place.run("library", "remove", ids[0]).exitCode == 66)
  }

  @Test func `remove removes nothing when one id is wrong`() throws {
    let wrong = String(ids[1].reversed())
    let before = try place.folder.snapshot()
    #expect(try place.run("library", "remove", ids[0], wrong).exitCode == 66)
    #expect(try place.folder.snapshot() == before)
  }

  @Test func `remove --json tells what is gone`() throws {
    let path = try file(of: ids[0])
    let outcome = try place.run("library", "remove", "--json", ids[0])
    #expect(try Report.Asset(outcome.output).path == path)
    #expect(try place.folder.names(in: place.library).count == 1)
  }
}
