import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What the prompt says to words that lead somewhere.
@Suite(.waiting) struct PromptWordsTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  @Test func `pick begins the search with words that are no folders`() throws {
    try folder.makeFolder("rome")
    try folder.write(PromptPhotos.jpeg, to: "rome/sea.jpg")
    let prompt = try PromptTerminal(in: folder, photos: 0)
    try prompt.send("pick png format:png\r")
    try prompt.wait {
      $0.rows[0].hasPrefix("search: png format:png ") && $0.rows[0].contains("3 of 8 photos")
    }
    try prompt.send("\u{1B}\u{3}")
    try prompt.wait { $0.promptRow == "Collage>" }
    try prompt.send("pick rome sea\r")
    try prompt.wait {
      $0.rows[0].hasPrefix("search: sea ") && $0.rows[0].contains("1 photo ")
        && $0.text.contains("sea.jpg")
    }
  }

  @Test func `a folder that is typed into the picker's search is shown with Enter`() throws {
    try folder.makeFolder("rome")
    try folder.write(PromptPhotos.jpeg, to: "rome/sea.jpg")
    let picker = try PickerTerminal(in: folder, photos: 8)
    try picker.send("~/rome")
    try picker.wait { $0.text.contains("Enter goes to the folder ~/rome") }
    try picker.send("\r")
    try picker.wait { $0.rows[0].hasPrefix("search:  ") && $0.rows[0].contains("1 photo ") }
    try picker.send("/nowhere/at/all")
    try picker.wait { $0.text.contains("Enter goes to the folder /nowhere/at/all") }
    try picker.send("\r")
    try picker.wait { $0.text.contains("/nowhere/at/all: there is no such folder") }
    try picker.send("\u{3}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test func `who sees the collage rotates by a quarter, and a script asks`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    #expect(try prompt.ask("rotate 2") == ["turn of photo 2: right"])
    #expect(try prompt.ask("ROTATE 2") == ["turn of photo 2: 180"])
    #expect(try prompt.ask("turn 2") == ["turn of photo 2: 180; 'turn 2 right' changes it"])
  }

  @Test func `what ends a title or a look says what is left`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    try prompt.ask("title Rome")
    #expect(try prompt.ask("title ''") == ["title: none"])
    try prompt.ask("gap 2%")
    try prompt.ask("look polaroid")
    let answer = try prompt.ask("look none").joined(separator: " ")
    #expect(answer.hasPrefix("look: none; ") && answer.contains("gap is 1%"), "\(answer)")
  }

  @Test func `swapped photos exchange their frames, and the others stay`() throws {
    let photos = ["a.jpg", "b.png", "c.jpg", "d.png"]
    let prompt = try PromptTerminal(
      in: folder, look: ["--layout", "mosaic"], ["--preview", "off"] + photos, columns: 120,
      title: "4 photos")
    try prompt.wait { $0.status?.hasPrefix("mosaic 1/22 ") == true }
    try prompt.send("swap 1 4\r")
    try prompt.wait {
      $0.text.contains("✓ swapped photos 1 and 4")
        && $0.status?.hasPrefix("mosaic, arranged by hand ") == true
    }
    try prompt.send("undo\r")
    try prompt.wait { $0.status?.hasPrefix("mosaic 1/22 ") == true }
  }

  @Test func `a save into an album names it`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "a.jpg", "b.png"], columns: 200, title: "2 photos")
    let answer = try prompt.ask("save --album Rome").joined(separator: " ")
    #expect(answer.hasPrefix("✓ saved 2 photos as ") && answer.contains(", in album Rome"))
  }

  @Test func `help shows how settings of a photo are written`() throws {
    let help = try PromptTerminal(in: folder, photos: 0).ask("help").joined(separator: "\n")
    #expect(
      help.contains("of a photo") && help.contains("turn 1 right, caption 1 Rome; weight"))
  }
}
