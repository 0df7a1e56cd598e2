import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Photos that are added without a command: typed, dropped or pasted.
@Suite(.waiting) struct PromptAddingTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try PromptPhotos.folder()
    for name in ["my photo.jpg", "it's.jpg", "list"] {
      try folder.write(PromptPhotos.jpeg, to: FilePath(name))
    }
    try folder.makeFolder("album")
    for number in 1...12 {
      try folder.write(PromptPhotos.jpeg, to: FilePath("album/\(number).jpg"))
    }
    try folder.makeFolder("empty")
  }

  private func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  @Test(arguments: [
    ("a.jpg", "a.jpg"), ("a.jpg b.png", "a.jpg, b.png"), ("./a.jpg ", "a.jpg"),
    ("my\\ photo.jpg ", "my photo.jpg"),
    ("'my photo.jpg' a.jpg", "my photo.jpg, a.jpg"), ("my photo.jpg", "my photo.jpg"),
    ("it's.jpg", "it's.jpg"),
    ("~/a.jpg", "a.jpg"), ("*.png", "b.png, d.png, f.png"), ("./list", "list"),
  ])
  func `a line that names files adds them`(line: String, added: String) throws {
    let prompt = try PromptTerminal(in: folder)
    #expect(try prompt.ask(line) == ["✓ added " + added])
  }

  @Test func `a dropped file is added, as a path and as a URL`() throws {
    let prompt = try PromptTerminal(in: folder, ["--preview", "off"], columns: 200)
    #expect(try prompt.ask("'\(folder.string)/my photo.jpg' ") == ["✓ added my photo.jpg"])
    #expect(
      try prompt.ask("file://\(folder.string)/my%20photo.jpg").first == "✓ added my photo.jpg")
    #expect(try prompt.ask("\(folder.string)/it\\'s.jpg") == ["✓ added it's.jpg"])
  }

  @Test(arguments: [
    ("missing.jpg", "'missing.jpg' is neither a command nor a file; type help"),
    ("no/where", "'no/where' is neither a command nor a file; type help"),
    ("lst", "'lst' is neither a command nor a file; did you mean 'list'?"),
    ("a.jpg missing.jpg", "missing.jpg: there is no such file"),
    ("'a.jpg", "a quote ' is not closed; close it"),
    ("empty", "empty: this folder contains no pictures itself; choose another"),
  ])
  func `a line that names no file says so`(line: String, message: String) throws {
    let prompt = try PromptTerminal(in: folder, ["--preview", "off"], columns: 200)
    #expect(try prompt.ask(line).last?.hasPrefix("✗ " + message) == true)
  }

  @Test func `with six photos a mistake is still a mistake, and a path finds no room`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 6)
    #expect(
      try prompt.ask("lst") == ["✗ 'lst' is neither a command nor a file; did you mean 'list'?"])
    #expect(try prompt.ask("g.jpg") == ["  → a collage has at most six photos; remove one first"])
  }

  @Test func `a photo that is added again is told`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    #expect(
      try prompt.ask("add a.jpg c.jpg").joined(separator: " ").hasSuffix(
        "a.jpg: in the collage more than once now; 'undo' takes it back"))
  }

  @Test func `of a folder with too many pictures those left out are named`() throws {
    let prompt = try PromptTerminal(in: folder, columns: 200)
    let answer = try prompt.ask("album")
    #expect(answer.first == "✓ added 1.jpg, 2.jpg, 3.jpg, 4.jpg, 5.jpg, 6.jpg")
    #expect(
      answer.joined(separator: " ").contains(
        "no room for 7.jpg, 8.jpg, 9.jpg, 10.jpg, 11.jpg, 12.jpg;"))
    #expect(
      answer.last
        == "album: 12 pictures; the first 6 fit; for the best of them, undo and enter "
        + "'add --best 6 album'")
    try prompt.ask("remove 2-6")
    #expect(
      try prompt.ask("add album").last?.hasSuffix(
        "album: 12 pictures; the first 5 fit; for the best of them, undo and enter "
          + "'add --best 5 album'") == true)
  }

  @Test func `names with spaces, in quotes, as URLs and in the home folder are taken`() throws {
    let prompt = try PromptTerminal(in: folder)
    for (number, word) in [
      "my photo.jpg", "'my photo.jpg'", "my\\ photo.jpg", "\"my photo.jpg\"", "~/my photo.jpg",
      "file://\(folder.string)/my%20photo.jpg",
    ].enumerated() {
      #expect(try prompt.ask("add \(word)") == ["✓ added my photo.jpg"], "\(word)")
      #expect(try prompt.ask("remove 1") == ["✓ removed photo 1"], "\(number)")
    }
  }

  @Test func `pasted names are added together, one a line`() throws {
    let prompt = try PromptTerminal(in: folder)
    try prompt.send(paste("a.jpg\nmy photo.jpg\r\nb.png\n") + "\r")
    try prompt.wait {
      $0.promptRow == "3 photos>" && $0.transcript.contains("✓ added a.jpg, my photo.jpg, b.png")
    }
    prompt.expectTidy()
    #expect(try prompt.ask("undo") == ["✓ undone: back to no photos"])
    try prompt.send("add " + paste("a.jpg\nb.png") + "\r")
    try prompt.wait { $0.promptRow == "2 photos>" }
    #expect(try prompt.ask("undo ") == ["✓ undone: back to no photos"])
  }

  @Test func `pasted commands are carried out one after the other`() throws {
    let prompt = try PromptTerminal(in: folder)
    try prompt.send(paste("add a.jpg\nb.png\n# nothing\nswap 1 2\n\nsabe\ngap 2%\nlist") + "\r")
    try prompt.wait {
      $0.transcript.last { $0.hasPrefix("2  ") } != nil && $0.promptRow == "2 photos>"
    }
    let rows = prompt.screen.transcript.filter { !$0.contains("> ") }
    #expect(
      rows.drop { !$0.hasPrefix("✓") }.prefix(6) == [
        "✓ added a.jpg, b.png", "✓ swapped photos 1 and 2",
        "✗ 'sabe' is neither a command nor a file; did you mean 'save'?",
        "gap: 2%", "1  b.png  PNG 48x32, 50% cropped", "2  a.jpg  JPEG 48x32, 50% cropped",
      ])
  }

  @Test func `a script may name files without a command`() throws {
    let outcome = try BuiltProgram.command(
      ["prompt"], in: folder, standardInput: .text("a.jpg\nmy photo.jpg\nlist\nquit\n")
    ).run()
    #expect(outcome.output.contains("2  my photo.jpg") && outcome.exitCode == 0)
  }
}
