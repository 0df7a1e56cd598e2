import CollageKit
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Named looks, wherever settings come in.
@Suite(.waiting, .enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
struct LookTests {
  let place: Workplace
  private let photos = ["1.jpg", "2.jpg", "3.jpg", "4.jpg"]

  init() throws {
    place = try Workplace(photos: 0)
    for (index, photo) in photos.enumerated() {
      let size = PixelSize(width: index == 1 ? 300 : 500, height: 400)
      try place.folder.write(
        Picture.sampleJPEG(index, size), to: FilePath(photo))
    }
  }

  private func id(_ options: [String], mayBeIdle: Bool = false) throws -> String {
    let outcome = try place.run(
      ["make"] + options + photos + ["--library", "lib", "--long-side", "240"])
    let isAsExpected = outcome.error.split(separator: "\n").allSatisfy {
      mayBeIdle && $0.contains(" changes nothing here: ")
    }
    #expect(outcome.exitCode == 0 && isAsExpected, "\(options) \(outcome.error)")
    return outcome.id
  }

  @Test(arguments: Look.all)
  func `a look is its values: the same collage, of which nothing tells the look`(_ look: Look)
    throws
  {
    let options = look.values.flatMap { value in
      let isFlag = Setting<CollageOptions>.all.contains {
        $0.name == value.setting && $0.form.isFlag
      }
      return isFlag ? ["--\(value.setting)"] : ["--\(value.setting)", value.text]
    }
    let made = try id(["--look", look.name])
    // What has nothing to do here is told only where it was given itself.
    #expect(try made == id(options, mayBeIdle: true))
    #expect(try made != id([]))
    #expect(try made == id(["--look", look.name.uppercased()]))
    // It can be opened and made again, as ever.
    let again = try place.run("library", "remake", made, "--library", "lib")
    #expect(again.answer == .done("\(made)\n"))
  }

  @Test func `on a contact sheet photos are in the middle of equal cells, captions on one line`()
    throws
  {
    let options = ["make", "--look", "contact", "--any-count", "--force", "-o", "sheet.png"]
    // The second one is upright, and the last row of seven isn't full.
    for chosen in [photos, photos + ["1.jpg", "2.jpg", "3.jpg"]] {
      let outcome = try place.run(options + ["--max", "7", "--dry-run"] + chosen)
      let frames = try Report.Layout(outcome.output).photos.map(\.frame)
      let columns = frames.firstIndex { $0.y > frames[0].y + frames[0].height } ?? 1
      #expect(columns > 1 && columns < chosen.count)
      for (place, frame) in frames.enumerated() {
        let first = frames[place / columns * columns]
        #expect(abs(2 * frame.y + frame.height - 2 * first.y - first.height) <= 2, "\(place)")
        let above = frames[place % columns]
        #expect(abs(2 * frame.x + frame.width - 2 * above.x - above.width) <= 2, "\(place)")
      }
    }
    #expect(try place.run(options + photos).exitCode == 0)
    let frames = try Report.Layout(
      place.run(options + photos + ["--dry-run"]).output
    ).photos.map(\.frame)
    let sheet = try place.picture("sheet.png")
    // Rows of the strips below the first two photos in which there is ink.
    let low = max(frames[0].y + frames[0].height, frames[1].y + frames[1].height)
    func inked(_ frame: Report.Frame) -> [Int] {
      (low..<frames[2].y).filter { y in
        (frame.x..<frame.x + frame.width).contains { sheet[$0, y].luminance < 0.1 }
      }
    }
    let left = inked(frames[0])
    let right = inked(frames[1])
    #expect(left.count > 5 && left.last == right.last, "\(left) \(right)")
  }

  @Test func `what is given beside a look wins, on either side of it`() throws {
    let given = ["--border", "4,red", "--gap", "3"]
    let made = try id(given + ["--look", "polaroid"])
    #expect(try made == id(["--look", "polaroid"] + given))
    #expect(try made != id(["--look", "polaroid"]))
    let recipe = try place.run("library", "list", "--json", "--library", "lib").output
    #expect(recipe.contains(#""border":"4,#ff0000""#) && recipe.contains(#""gap":"3""#))
    #expect(!recipe.contains("polaroid"))
    // Also a longer side beside a canvas that the look chooses.
    #expect(try place.run(["make", "--look", "story", "-o", "s.jpg"] + photos).exitCode == 0)
    #expect(
      try place.run(["make", "--look", "story", "--long-side", "320", "-o", "t.png"] + photos)
        .exitCode == 0)
    #expect(try place.picture("t.png").size == PixelSize(width: 180, height: 320))
  }

  @Test func `an unknown look is told those that there are, and a wrong option the right one`()
    throws
  {
    let names = Look.names.joined(separator: ", ")
    for command in ["make", "batch", "prompt"] {
      let outcome = try place.run(command, "--look", "polaroyd")
      #expect(outcome.exitCode == 64 && outcome.output == "" && outcome.errorLines == 1)
      #expect(outcome.error.contains("it must be one of \(names)"), "\(outcome.error)")
    }
    for (option, meant) in [
      ("--style", "--look"), ("--theme", "--look"), ("--preset", "--look"),
      ("--polaroid", "--look polaroid"),
    ] {
      let outcome = try place.run("make", option, "film", "1.jpg", "2.jpg")
      #expect(outcome.exitCode == 64)
      #expect(
        outcome.error.hasPrefix("collage: Unknown option '\(option)'. Did you mean '\(meant)'?"))
    }
  }

  @Test func `help lists the looks, and the manual and the schema what they are`() throws {
    let help = try place.run("make", "--help-all").output.split(separator: "\n")
      .map { $0.drop { $0 == " " } }.joined(separator: " ")
    let manual = try place.run("--generate", "markdown").output
    let schema = try place.run("batch", "--schema").output
    for look in Look.all {
      #expect(help.contains("\(look.name) (\(look.note))"))
      for value in look.values {
        #expect(manual.contains("\(value.setting) \(value.text)"), "\(look.name)")
      }
      #expect(schema.contains("\"\(look.name)\""))
    }
  }

  @Test func `a job's look replaces that of the command line, and its own keys win`() throws {
    let list = photos.map { "\"\($0)\"" }.joined(separator: ", ")
    func ids(_ keys: [String], _ options: String...) throws -> [String?] {
      let lines = keys.map { "{\"photos\": [\(list)], \"long-side\": 240\($0)}\n" }.joined()
      let outcome = try place.run(
        ["batch", "--quiet", "--library", "lib"] + options, input: .text(lines))
      #expect(outcome.exitCode == 0, "\(outcome.output)")
      return try ResultLine.lines(outcome.outputBytes).map(\.id)
    }
    let film = try id(["--look", "film"])
    let polaroid = try id(["--look", "polaroid"])
    let wide = try id(["--look", "polaroid", "--gap", "5%"])
    #expect(
      try ids(
        ["", #", "look": "polaroid""#, #", "look": "polaroid", "gap": "5%""#], "--look", "film")
        == [film, polaroid, wide])
    // An option of the command line is beside its look; a job's look is a key of the job.
    #expect(
      try ids(["", #", "look": "polaroid""#], "--look", "polaroid", "--gap", "5%") == [
        wide, polaroid,
      ])
    let wrong = try place.run(
      ["batch", "--quiet"], input: .text(#"{"photos": ["1.jpg", "2.jpg"], "look": "none"}"#))
    #expect(wrong.exitCode == 1 && wrong.output.contains("must be one of plain, gallery"))
  }

  @Test func `a saved collage gets another look`() throws {
    let plain = try id([])
    let polaroid = try id(["--look", "polaroid"])
    let film = try id(["--look", "film"])
    for old in [plain, polaroid] {
      #expect(
        try place.run("library", "remake", old, "--look", "film", "--library", "lib").answer
          == .done("\(film)\n"))
    }
  }

  @Test func `in the prompt a look is one step, which can be undone`() throws {
    func answers(_ lines: String...) throws -> [String] {
      let script = lines.map { $0 + "\n" }.joined() + "quit\n"
      let outcome = try place.run(
        ["prompt", "1.jpg", "2.jpg", "--quiet"], input: .text(script))
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      return outcome.output.split(separator: "\n").map(String.init)
    }
    #expect(
      try answers(
        "gap 4", "title Rome", "look polaroid", "gap", "border", "undo", "gap", "border", "redo",
        "look film", "border", "layout", "title", "look none", "background", "layout")
        == [
          "gap: 3%", "border: 1.5%,white", "gap: 4", "border: none", "border: none",
          "layout: strips, 1 of 2", "title: Rome", "background: white", "layout: mosaic, 1 of 2",
        ])
    let looks = try answers("look film", "look")
    #expect(looks.count == Look.all.count && looks.contains { $0.hasPrefix("* film") })
    #expect(looks.count { $0.hasPrefix("*") } == 1)
    #expect(try answers("look story", "style")[0] == "* look             story")
    let outcome = try place.run(["prompt"], input: .text("look foo\n"))
    #expect(
      outcome.error.contains("'foo' is not a look; give plain, gallery, polaroid"), "\(outcome)")
    #expect(
      try place.run(["prompt"], input: .text("polaroid\n")).error.contains(
        "did you mean 'look polaroid'?"))
    // The option is where the prompt starts.
    let started = try place.run(
      ["prompt", "--look", "contact", "--gap", "9", "1.jpg", "2.jpg"],
      input: .text("layout\ngap\ncaptions\nquit\n"))
    #expect(started.output == "layout: grid\ngap: 9\ncaptions: {n}  {name}\n")
  }

  @Test func `without its font a look has the default one, with a warning`() throws {
    try place.folder.makeFolder("fonts")
    let folder = place.folder.path(of: "fonts")
    try place.folder.write(
      "<fontconfig><dir>\(folder)</dir><cachedir>\(folder)/cache</cachedir></fontconfig>".utf8,
      to: "fonts.conf")
    func run(_ arguments: [String], _ input: String = "") throws -> Outcome {
      var command = BuiltProgram.command(
        arguments, in: place.folder, standardInput: .text(input))
      command.environment["FONTCONFIG_FILE"] = place.folder.path(of: "fonts.conf").string
      return try command.run()
    }
    let warning =
      "warning: the look's font, DejaVu Serif, is not installed; the default font is used"
    let make = ["make", "--title", "Rome", "--library", "lib"] + photos
    let outcome = try run(make + ["--look", "magazine"])
    #expect(outcome.answer == .done("\(outcome.id)\n", saying: warning))
    let recipe = try place.run("library", "list", "--json", "--library", "lib").output
    #expect(!recipe.contains("Serif") && recipe.contains("DejaVuSans.ttf"))
    // The collage can be made again, and is what a batch finds.
    #expect(
      try run(["library", "remake", outcome.id, "--library", "lib"]).answer
        == .done("\(outcome.id)\n"))
    let job =
      #"{"photos": ["1.jpg", "2.jpg", "3.jpg", "4.jpg"], "title": "Rome", "look": "magazine"}"#
    let batch = try run(["batch", "--library", "lib"], job)
    #expect(try ResultLine.lines(batch.outputBytes).map(\.status) == ["unchanged"])
    // Who asks for the font means it.
    let asked = try run(make + ["--look", "magazine", "--font", "DejaVu Serif"])
    #expect(asked.exitCode == 64 || asked.exitCode == 66 || asked.exitCode == 69)
    #expect(asked.output == "" && asked.error.contains("no font is called 'DejaVu Serif'"))
    let installed = try place.run(make + ["--look", "magazine"])
    #expect(installed.error == "" && installed.id != outcome.id)
  }
}
