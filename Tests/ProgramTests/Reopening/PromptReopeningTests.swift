import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// A saved collage in the prompt on a terminal.
@Suite(.waiting) struct PromptReopeningTests {
  private let folder: TemporaryFolder
  private let id: String

  init() throws {
    folder = try PromptPhotos.folder()
    id = try BuiltProgram.run(
      "make", "--library", "shelf", "--canvas", "240x160", "--layout", "grid", "a.jpg", "b.png",
      "c.jpg", "d.png",
      in: folder
    ).id
  }

  @Test func `a missing photo is an empty frame with its number, and can be given`() throws {
    try folder.makeFolder("new")
    try folder.write(folder.read("c.jpg"), to: "new/c.jpg")
    for name in ["b.png", "c.jpg"] as [FilePath] { try folder.remove(name) }
    let prompt = try PromptTerminal(
      in: folder, look: [],
      ["--preview", "256", "--library", "shelf", "--reopen", String(id.prefix(6)), "--in", "new"],
      rows: 40, columns: 160, title: "4 photos")
    try prompt.wait { $0.text.contains(" 2 missing") }
    #expect(
      prompt.screen.text.contains(
        "✓ opened 4 photos of \(id.prefix(6)); undo restores the previous selection"))
    #expect(
      prompt.screen.text.contains("photo 2, b.png, was not found; supply it with 'replace 2 FILE'"))
    #expect(
      try prompt.ask("save") == [
        "  → photo 2, b.png, is missing; supply it with 'replace 2 FILE', or remove it"
      ])
    #expect(prompt.screen.hints.map(\.word).contains { $0.contains("save") })
    try folder.write(PromptPhotos.png, to: "new/b.png")
    #expect(try prompt.ask("replace 2 new/b.png") == ["✓ photo 2 is now b.png"])
    try prompt.wait { !$0.text.contains(" 2 missing") }
    #expect(try prompt.ask("save").joined().contains("✓ saved 4 photos as \(id)"))
    try prompt.send("\u{4}")
    try prompt.expectEnd(.exited(0))
  }

  @Test func `what is typed opens a collage in one step`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "--library", "shelf", "e.jpg"], title: "1 photo")
    #expect(
      try prompt.ask("open \(id.prefix(4))") == [
        "✓ opened 4 photos of \(id.prefix(4)); undo restores the previous selection"
      ])
    #expect(prompt.screen.promptRow == "4 photos>")
    #expect(try prompt.ask("undo") == ["✓ undone: back to 1 photo"])
    #expect(prompt.screen.promptRow == "1 photo>")
    #expect(try prompt.ask("canvas") == ["canvas: 2400x1600"])
    #expect(
      try prompt.ask("open 0000").first?.hasPrefix("✗ 0000: no such collage in shelf; give ")
        == true)
  }

  @Test func `open without an id shows the library, and the chosen collage is opened`() throws {
    let prompt = try PromptTerminal(in: folder, ["--preview", "off", "--library", "shelf"])
    try prompt.send("open\r")
    try prompt.wait {
      $0.rows[0].contains("1 collage · shelf")
        && $0.pickerFacts.hasPrefix("a.jpg, b.png, c.jpg, d.png · 4 photos · 240x160 · ")
    }
    try prompt.send("\r")
    try prompt.wait { $0.promptRow == "4 photos>" }
    #expect(prompt.screen.text.contains("✓ opened 4 photos of \(id)"))
    try prompt.send("open\r")
    try prompt.wait { $0.pickerFacts.hasPrefix("a.jpg, b.png, ") }
    try prompt.send("\u{1B}")
    try prompt.wait { $0.promptRow == "4 photos>" }
    prompt.expectTidy()
    let script = BuiltProgram.command(
      ["prompt", "--library", "shelf"], in: folder, standardInput: .text("open\n"))
    #expect(
      try script.run().answer
        == .failed(
          64,
          "line 1: the list of collages needs a full-screen terminal; give the id that 'save' printed, or a file, or see "
            + "'collage library list'"))
  }

  @Test func `Tab completes ids, and its list goes when a key is typed`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "--library", "shelf"], columns: 120)
    try prompt.send("view \t")
    try prompt.wait { $0.promptRow == "Collage> view \(id)" }
    let other = try BuiltProgram.run(
      "make", "--library", "shelf", "--canvas", "240x160", "a.jpg", "b.png", in: folder
    ).id
    try prompt.send("\u{15}open \t")
    for (id, names) in [(id, "a.jpg, b.png, c.jpg, d.png"), (other, "a.jpg, b.png")] {
      try prompt.wait { screen in
        screen.rows.contains { $0.contains("\(id.prefix(8)) \(names) 20") }
      }
    }
    prompt.expectTidy()
    try prompt.send(String(other.prefix(6)))
    try prompt.wait {
      $0.promptRow == "Collage> open \(other.prefix(6))"
        && !$0.text.contains("\(id.prefix(8)) a.jpg")
    }
    prompt.expectTidy()
    #expect(prompt.screen.scrolledAway.allSatisfy { !$0.contains(".png 20") })
  }
}
