import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Photos that can't be opened.
@Suite(.waiting) struct InputTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test func `a missing photo is 66`() throws {
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "missing.jpg"],
      .failed(66, "missing.jpg: there is no such file; check the path"))
    try place.expectNothingChanges(
      by: ["missing.jpg", "1.jpg", "--canvas", "40x20px"],
      .failed(66, "missing.jpg: there is no such file; check the path"))
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg/2.jpg", "1.jpg"],
      .failed(66, "1.jpg/2.jpg: there is no such file; check the path"))
  }

  @Test func `a broken link is a missing photo, a sound one is its photo`() throws {
    try place.folder.makeSymbolicLink("broken.jpg", to: "nowhere.jpg")
    try place.folder.makeSymbolicLink("sound.jpg", to: "1.jpg")
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "broken.jpg"],
      .failed(66, "broken.jpg: there is no such file; check the path"))
    #expect(try place.make("sound.jpg", "2.jpg").exitCode == 0)
  }

  @Test func `a folder, a pipe or a device as a photo is 66 and never waited for`() throws {
    try place.folder.makeFolder("folder")
    try place.folder.makePipe("pipe")
    for (path, kind) in [("pipe", "a pipe"), ("/dev/zero", "a device")] {
      try place.expectNothingChanges(
        by: Workplace.make + ["1.jpg", path],
        .failed(66, "\(path): this is \(kind), not a picture file"))
    }
    let empty =
      "folder: this folder contains no pictures itself; choose another, or name picture files"
    try place.expectNothingChanges(by: Workplace.make + ["1.jpg", "folder"], .failed(66, empty))
    let prompt = try PromptTerminal(in: place.folder, columns: 150)
    #expect(try prompt.ask("add folder") == ["✗ \(empty); nothing was added"])
    try place.folder.write(place.folder.read("1.jpg"), to: "folder/a.jpg")
    #expect(try place.make("1.jpg", "folder", "--dry-run").exitCode == 0)
  }

  @Test func `a path where nothing is is named before the number of photos is refused`() throws {
    for arguments in [["*.jpg"], ["1.jpg", "2.jpg", "*.jpg"]] {
      try place.expectNothingChanges(
        by: ["make"] + arguments, .failed(66, "'*.jpg' matches 2 files; leave out the quotes"))
    }
    try place.folder.makeFolder("many")
    for name in ["many/a.jpg", "many/b.JPG", "many/.c.jpg", "many/notes.txt"] {
      try place.folder.write([], to: FilePath(name))
    }
    #expect(
      try place.run("make", "many").error.hasPrefix(
        "collage: many/a.jpg: this is an empty file, not a picture"))
    let manifest = "{\"photos\": [\"gone.jpg\"]}"
    let batch = try BuiltProgram.command(
      ["batch"], in: place.folder, standardInput: .text(manifest)
    ).run()
    #expect(
      batch.exitCode == 1 && batch.output.contains("gone.jpg: there is no such file"), "\(batch)")
  }

  @Test func `a list that isn't ended by zero bytes is told how to be`() throws {
    try place.folder.write(Array("1.jpg\n2.jpg\n".utf8), to: "list")
    try place.expectNothingChanges(
      by: ["make", "--files0-from", "list"],
      .failed(
        66,
        "list: there is no such file as the whole list; read a list with a path a line with "
          + "--files-from, or end each path by a zero byte, as 'collage find -0' and 'find -print0' "
          + "do"))
  }

  @Test(.enabled(if: OrdinaryUser.isPossible, "needs permissions to apply to us"))
  func `a photo that may not be read is 66`() throws {
    try place.folder.setPermissions([], of: "2.jpg")
    let outcome = try OrdinaryUser.run(
      BuiltProgram.command(Workplace.make + ["1.jpg", "2.jpg", "-o", "out.jpg"], in: place.folder))
    #expect(
      outcome.answer == .failed(66, "2.jpg: it can't be read; check its permissions"))
    #expect(try place.folder.names() == ["1.jpg", "2.jpg"])
  }

  @Test func `the same missing photo is named once`() throws {
    try place.expectNothingChanges(
      by: Workplace.make + ["a.jpg", "b.jpg", "a.jpg", "1.jpg"],
      .failed(
        66, "a.jpg: there is no such file; check the path",
        "b.jpg: there is no such file; check the path"))
  }
}
