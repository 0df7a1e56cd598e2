import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@Suite(.waiting) struct PromptFileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try PromptPhotos.folder()
    for name in ["my photo.jpg", "it's.jpg", "star*.jpg", "star1.jpg", "star2.jpg"] {
      try folder.write(PromptPhotos.jpeg, to: FilePath(name))
    }
    try folder.makeFolder("album")
    for name in ["10.jpg", "2.jpg", "notes.txt", ".hidden.jpg"] {
      try folder.write(PromptPhotos.jpeg, to: FilePath("album").appending(name))
    }
  }

  @Test(arguments: [
    ("add \"my photo.jpg\"", "my photo.jpg"),
    ("add 'my photo.jpg'  a.jpg", "my photo.jpg, a.jpg"),
    ("add my\\ photo.jpg", "my photo.jpg"),
    ("add \"it's.jpg\" it\\'s.jpg 'it'\\''s.jpg'", "it's.jpg, it's.jpg, it's.jpg"),
    ("add *.png", "b.png, d.png, f.png"),
    ("add [ab].*", "a.jpg, b.png"),
    ("add star*.jpg", "star*.jpg"),
    ("add 'star*.jpg'", "star*.jpg"),
    ("add star?.jpg", "star*.jpg, star1.jpg, star2.jpg"),
    ("add star\\*.jpg", "star*.jpg"),
    ("add album", "2.jpg, 10.jpg"),
    ("add album/", "2.jpg, 10.jpg"),
    ("add ~/a.jpg", "a.jpg"),
    ("add ~/album/*.jpg", "2.jpg, 10.jpg"),
    ("ADD a.jpg", "a.jpg"),
  ])
  func `files are named as in a shell`(line: String, added: String) throws {
    let prompt = try PromptTerminal(in: folder)
    let answer = try prompt.ask(line)
    #expect(answer.first == "✓ added " + added)
  }

  @Test func `a dropped file comes as a quoted path or a URL`() throws {
    let prompt = try PromptTerminal(in: folder, ["--preview", "off"], columns: 200)
    #expect(try prompt.ask("add '\(folder.string)/my photo.jpg' ") == ["✓ added my photo.jpg"])
    #expect(
      try prompt.ask("add file://\(folder.string)/my%20photo.jpg").first == "✓ added my photo.jpg")
  }

  @Test func `a name with spaces needs no quotes where one file is named`() throws {
    let script = """
      add a.jpg b.png
      replace 1 my photo.jpg
      save our trip.png
      open our trip.png
      list
      save two names.png three.png
      """
    let outcome = try BuiltProgram.command(
      ["prompt"], in: folder, standardInput: .text(script + "\n")
    ).run()
    #expect(try folder.names().contains("our trip.png"), "\(outcome)")
    #expect(outcome.output.contains("/my photo.jpg  JPEG"), "\(outcome)")
    #expect(
      outcome.exitCode == 64 && outcome.error.contains("put quotes around a name with spaces"),
      "\(outcome)")
    let logo = try BuiltProgram.command(
      ["prompt"], in: folder,
      standardInput: .text("add a.jpg b.png\noverlay my photo.jpg top-left 20%\noverlay\n")
    ).run()
    #expect(logo.output == "overlay: my photo.jpg,top-left,20%\n", "\(logo)")
  }

  @Test func `a name that is not UTF-8 is taken byte for byte`() throws {
    try folder.write(
      PromptPhotos.jpeg, to: FilePath(platformBytes: [0x66, 0xFC, 0x72] + Array(".jpg".utf8)))
    let prompt = try PromptTerminal(in: folder)
    try prompt.terminal.send(Array("add f".utf8) + [0xFC] + Array("r.jpg\r".utf8))
    try prompt.wait { $0.promptRow == "1 photo>" && $0.text.contains("✓ added f\\xfcr.jpg") }
  }

  @Test func `a file that can't be read stops no other`() throws {
    try folder.write(Array("no picture".utf8), to: "notes.txt")
    try folder.makeFolder("empty")
    let prompt = try PromptTerminal(in: folder)
    let answer = try prompt.ask("add a.jpg missing.jpg notes.txt empty b.png")
    #expect(answer.first == "✓ added a.jpg, b.png")
    #expect(answer.filter { $0.hasPrefix("✗ ") }.count == 3)
    #expect(answer.contains { $0.hasPrefix("✗ missing.jpg: ") })
    #expect(answer.contains { $0.hasPrefix("✗ notes.txt: this is a text file, not a picture") })
    #expect(answer.contains { $0.hasPrefix("✗ empty: ") })
    #expect(prompt.screen.promptRow == "2 photos>")
    let failed = try prompt.ask("add missing.jpg")
    #expect(failed.joined().hasSuffix("; nothing was added"))
    let kept = try prompt.ask("replace 1 missing.jpg")
    #expect(kept.joined().hasSuffix("; nothing was replaced"))
    #expect(try prompt.photos() == ["a.jpg", "b.png"])
  }

  @Test func `many files in one folder are chosen in natural order`() throws {
    let prompt = try PromptTerminal(in: folder)
    try prompt.ask("add album star?.jpg")
    #expect(
      try prompt.photos() == ["album/2.jpg", "album/10.jpg", "star*.jpg", "star1.jpg", "star2.jpg"])
  }
}
