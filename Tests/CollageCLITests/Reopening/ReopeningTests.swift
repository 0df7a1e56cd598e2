import CollageKit
import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Saved collages that are opened again.
@Suite(.waiting) struct ReopeningTests {
  private let place: Workplace
  private let id: String

  init() throws {
    place = try Workplace(photos: 4)
    id = try place.make("1.jpg", "2.jpg", "3.jpg", "4.jpg", "--focus", "2=0,1", "--library", "lib")
      .id
  }

  private func manifest(_ arguments: String...) throws -> Outcome {
    try place.run(["library", "manifest", id, "--library", "lib"] + arguments)
  }

  private func script(_ lines: String..., options: [String] = []) throws -> Outcome {
    try place.run(
      ["prompt", "--library", "lib"] + options, input: .text(lines.map { $0 + "\n" }.joined()))
  }

  private func path(_ name: FilePath) -> String { place.folder.path(of: name).string }

  private static let advice =
    "no file with this photo's content was found; give its folder with --in"

  @Test(.timeLimit(.minutes(10)), arguments: [18, 19, 20, 21])
  func `random collages keep their ids when they are opened and saved, and by their manifests`(
    seed: UInt64
  ) throws {
    let place = try Workplace(photos: 0)
    for photo in RandomJobs.photos { try place.folder.write(photo.bytes, to: FilePath(photo.name)) }
    var jobs = RandomJobs(seed: seed)
    let lines = try (1...50).map { try jobs.line($0) }
    try place.folder.write(lines.map { $0 + "\n" }.joined().utf8, to: "jobs.jsonl")
    let made = try place.run("batch", "jobs.jsonl", "--library", "lib")
    let results = try ResultLine.lines(made.outputBytes)
    for result in results where result.error != nil {
      Issue.record("\(lines[result.line - 1]): \(result.error!)")
    }
    let ids = results.compactMap(\.id)
    try #require(ids.count == 50)

    let opened = try place.run(
      ["prompt", "--library", "lib"], input: .text(ids.map { "open \($0)\nsave\n" }.joined()))
    #expect(opened.exitCode == 0 && !opened.error.contains("as they were saved"), "\(opened.error)")
    for (place, id) in opened.output.split(separator: "\n").enumerated() where id != ids[place] {
      Issue.record("\(lines[place]): \(id), not \(ids[place])")
    }

    let manifest = try place.run(["library", "manifest", "--library", "lib"] + ids)
    #expect(manifest.exitCode == 0 && manifest.error == "")
    let again = try place.run(
      ["batch", "-", "--library", "again", "--force"], input: .text(manifest.output))
    // Two jobs may draw the same collage; the second has a name that is taken then.
    #expect(try ResultLine.lines(again.outputBytes).compactMap(\.id) == ids)
    #expect(try place.folder.names(in: "again") == place.folder.names(in: "lib"))
  }

  @Test func `a manifest names photos where they are, with all that differs from the defaults`()
    throws
  {
    let paths = (1...4).map { "\"\(path(FilePath("\($0).jpg")))\"" }
    let line =
      #"{"canvas":"40x20px","config":false,"id":"\#(id)","layout":"grid","photos":[\#(paths[0]),{"focus":[0,1],"path":\#(paths[1])},"#
      + "\(paths[2]),\(paths[3])]}"
    #expect(try manifest().answer == .done(line + "\n"))
    let batch = try place.run(["batch", "-", "--library", "other"], input: .text(line))
    #expect(try ResultLine.lines(batch.outputBytes).map(\.id) == [id])
  }

  @Test
  func `moved and renamed photos are found in a folder, changed and deleted ones are missing`()
    throws
  {
    try place.folder.makeFolder("new")
    try place.folder.makeFolder("new/below")
    try place.shell("mv 1.jpg new/below/1.jpg; mv 2.jpg new/other.jpg", []).expectDone()
    #expect(try manifest().answer == .failed(66, "1.jpg: \(Self.advice)", "2.jpg: \(Self.advice)"))
    let found = try manifest("--in", "new")
    #expect(found.exitCode == 0 && found.error == "")
    #expect(
      found.output.contains("\"\(path("new/below/1.jpg"))\"")
        && found.output.contains("\"\(path("new/other.jpg"))\""))
    // What was saved from there is remembered.
    try script("open \(id)", "save", options: ["--in", "new"]).expectDone()
    #expect(try manifest().output == found.output)

    try place.folder.write(Workplace.photos[5], to: "3.jpg")
    try place.folder.remove("4.jpg")
    #expect(
      try manifest("--in", ".").answer
        == .failed(66, "3.jpg: \(Self.advice)", "4.jpg: \(Self.advice)"))
    #expect(
      try manifest("--in", "nowhere").answer
        == .failed(66, "nowhere: there is no such file; check the path"))
  }

  @Test func `a collage of moved photos has the same id, one of renamed photos tells their names`()
    throws
  {
    try place.folder.makeFolder("new")
    try place.shell("mv ?.jpg new", []).expectDone()
    #expect(try script("open \(id)", "save", options: ["--in", "new"]).answer == .done("\(id)\n"))
    try place.shell("mv new/1.jpg new/first.jpg", []).expectDone()
    let renamed = try script("open \(id)", "save", options: ["--in", "new"]).id
    #expect(renamed != id && renamed != "")
    #expect(
      try place.run("library", "show", renamed, "--library", "lib").output.contains(
        "first.jpg  32x24"))
  }

  @Test
  func
    `a script opens a collage by a part of its id, and sets the command line's settings over it`()
    throws
  {
    let prefix = String(id.prefix(5))
    #expect(
      try script("open \(prefix)", "canvas", "focus 2", "save").answer
        == .done("canvas: 40x20\nfocus of photo 2: 0.0,1.0\n\(id)\n"))
    let started = try script("save", options: ["--reopen", id])
    #expect(started.answer == .done("\(id)\n"))
    let larger = try script(
      "canvas", "focus 2", "layout", options: ["--reopen", id, "--canvas", "80x40"])
    #expect(larger.output == "canvas: 80x40\nfocus of photo 2: 0.0,1.0\nlayout: grid\n")
    #expect(
      try script("open 0000").answer.error.hasPrefix(
        "collage: line 1: 0000: no such collage in lib; "))
    #expect(try script("open").exitCode == 64)
    #expect(
      try script("open xyz").answer
        == .failed(
          64,
          "line 1: 'xyz' is neither an id nor a file; give the first four or more characters of an id, such as 2f9c, "
            + "or see 'collage library list'"))
    let wrong = try script("list", options: ["--reopen", id, "--focus", "5=0,0"])
    #expect(wrong.exitCode == 64 && wrong.error.contains("choose a number from 1 to 4"))
  }

  @Test func `a collage that was saved as a file is opened by its path`() throws {
    let (id, png) = try (
      script("open \(id)", "save sub.jpg").id, script("open \(id)", "save ./copy.png").id
    )
    #expect(try script("open sub.jpg", "save").answer == .done("\(self.id)\n"))
    #expect(try script("save", options: ["--reopen", "./copy.png"]).answer == .done("\(png)\n"))
    #expect(try script("save again.png", options: ["--reopen", "copy.png"]).id == png)
    #expect(id == self.id)
    #expect(
      try script("open 1.jpg").answer
        == .failed(
          65,
          "line 1: 1.jpg: is not a collage made by collage, or another program has removed its recipe; "
            + "to use it as a photo, add it"
        ))
    #expect(
      try script("list", options: ["--reopen", "none.png"]).answer
        == .failed(66, "none.png: there is no such file; check the path"))
  }

  @Test func `a script that changes nothing of a saved collage is not told to save it`() throws {
    #expect(try script(options: ["--reopen", id]).answer == .done(""))
    #expect(try script("canvas", options: ["--reopen", id]).answer == .done("canvas: 40x20\n"))
    let unsaved = "collage: 4 photos were selected but not saved; end the script with save\n"
    #expect(try script("gap 3%", options: ["--reopen", id]).error == unsaved)
    #expect(try script("open \(id)").error == unsaved)
    #expect(try script(options: ["--reopen", id, "--canvas", "80x40"]).error == unsaved)
  }

  @Test func `opening is undone in one step`() throws {
    let outcome = try script(
      "add 1.jpg", "gap 3", "open \(id)", "undo", "list", "gap", "redo", "save")
    #expect(outcome.output == "1  1.jpg  JPEG 32x24, 0% cropped\ngap: 3\n\(id)\n", "\(outcome)")
  }

  @Test func `a script reports missing photos, can't save them, and can replace them`() throws {
    try place.shell("mkdir elsewhere; mv 2.jpg elsewhere/2.jpg", []).expectDone()
    let refused = try script("open \(id)", "list", "save")
    #expect(refused.exitCode == 64)
    #expect(
      refused.output.split(separator: "\n")[1]
        == "2  2.jpg  missing 32x24, focus 0.0,1.0, 33% cropped",
      "\(refused.output)")
    #expect(
      refused.error.hasSuffix(
        "line 3: photo 2, 2.jpg, is missing; supply it with 'replace 2 FILE', or remove it\n"))
    #expect(refused.error.contains("photo 2, 2.jpg, was not found; "))
    let given = try script("open \(id)", "replace 2 elsewhere/2.jpg", "save", options: ["--quiet"])
    #expect(given.answer == .done("\(id)\n"))
    #expect(try script("open \(id)", "remove 2-3", "save").exitCode == 0)
  }

  @Test func `a collage without a recipe, or of a later version, can't be opened`() throws {
    let name = FilePath("lib/collage-\(String(repeating: "a", count: 32)).jpg")
    try place.folder.write(Workplace.photos[0], to: name)
    let advice = "its recipe can't be read; see 'collage library verify'"
    #expect(try script("open aaaa").answer == .failed(65, "line 1: \(name): \(advice)"))
    #expect(
      try place.run("library", "manifest", "aaaa", "--library", "lib").answer
        == .failed(65, "\(name): \(advice)"))
    let old = try place.folder.read(FilePath("lib/collage-\(id).jpg"))
    let changed = old.replacing(
      Array("layout&quot;:&quot;grid".utf8), with: Array("layout&quot;:&quot;heap".utf8))
    try place.folder.write(changed, to: name)
    let outcome = try script("open aaaa")
    #expect(
      outcome.exitCode == 65
        && outcome.error.contains(
          "its recipe says something that this version doesn't know; use the version that made it, "
            + Version.picture
        )
    )
  }

  // MARK: What is remembered

  private static let memory: FilePath = ".local/state/collage/photos"

  @Test func `the places of photos are for their owner alone, and may be removed at any time`()
    throws
  {
    for name in ["", "/.."] {
      #expect(
        try place.folder.path(of: FilePath(Self.memory.string + name)).stat().permissions
          == .ownerReadWriteExecute)
    }
    try place.folder.remove(".local")
    #expect(try manifest().exitCode == 66)
    #expect(try manifest("--in", ".").exitCode == 0)
    #expect(try script("open \(id)", "save", options: ["--in", "."]).answer == .done("\(id)\n"))
    #expect(try manifest().exitCode == 0)
  }

  @Test func `places are remembered by a batch, and not where nobody wants them`() throws {
    let state = try TemporaryFolder()
    var command = BuiltProgram.command(
      ["batch", "--no-photo-places", "--library", "lib"], in: place.folder,
      standardInput: .text(#"{"photos":["1.jpg","2.jpg"],"canvas":"40x20px"}"#))
    command.environment["XDG_STATE_HOME"] = state.string
    #expect(try command.run().exitCode == 0)
    #expect(try state.names(in: "collage") == ["made"])
    command.arguments = ["batch", "--force", "--library", "lib"].map { Array($0.utf8) }
    #expect(try command.run().exitCode == 0)
    #expect(try state.names(in: "collage") == ["made", "photos"])
    #expect(try state.names(in: "collage/photos").count == 2)
  }

  @Test func `a place that can't be remembered is no failure`() throws {
    let state = try TemporaryFolder()
    try state.write([], to: "collage")
    var command = BuiltProgram.command(
      Workplace.make + ["1.jpg", "2.jpg", "-o", "out.jpg"], in: place.folder)
    for folder in [state.string, "/proc/nowhere", "/dev/null"] {
      command.environment["XDG_STATE_HOME"] = folder
      let outcome = try command.run()
      #expect(outcome.exitCode == 0 && outcome.error == "")
    }
    #expect(try state.names() == ["collage"])
  }
}

extension Outcome {
  /// Expects that it ended well.
  func expectDone(_ location: SourceLocation = #_sourceLocation) {
    #expect(exitCode == 0, "\(error)", sourceLocation: location)
  }
}
