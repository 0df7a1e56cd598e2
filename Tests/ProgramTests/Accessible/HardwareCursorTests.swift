import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Outside of accessible mode the terminal's cursor stands on what is chosen, so that screen
/// readers and magnifiers follow it.
@Suite(.waiting) struct HardwareCursorTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  /// The text from the cursor on.
  private func text(at screen: ScreenModel) -> String {
    String(screen.rows[screen.cursor.row].dropFirst(screen.cursor.column))
  }

  @Test func `in the picker's list it stands on the chosen row, and while typing in the search`()
    throws
  {
    let picker = try PickerTerminal(in: folder)
    try picker.wait { self.text(at: $0).hasPrefix(">    a.jpg") }
    try picker.send("\u{1B}[B")
    try picker.wait { self.text(at: $0).hasPrefix(">    b.png") }
    try picker.send("g")
    try picker.wait { $0.cursor.row == 0 && $0.rows[0].hasPrefix("search: g") }
    try picker.send("\u{1B}[B\u{1B}[A")
    try picker.wait { $0.cursor.row > 0 && self.text(at: $0).hasPrefix(">") }
  }

  @Test func `with pictures it stands on the name of the chosen tile`() throws {
    let picker = try PickerTerminal(in: folder, ["--preview", "blocks"], columns: 120)
    try picker.wait { self.text(at: $0).hasPrefix("a.jpg") }
    try picker.send("\u{1B}[C")
    try picker.wait { self.text(at: $0).hasPrefix("b.png") }
  }

  @Test func `in the library it stands on the chosen collage`() throws {
    for (title, photos) in [("Rome", ["a.jpg", "b.png"]), ("Oslo", ["c.jpg", "d.png"])] {
      let made = try BuiltProgram.run(
        "make", "--title", title, "--canvas", "300x200px", photos[0], photos[1], in: folder)
      #expect(made.exitCode == 0)
    }
    let prompt = try PromptTerminal(in: folder)
    try prompt.send("open\r")
    try prompt.wait {
      let text = self.text(at: $0)
      return text.hasPrefix("> Rome") || text.hasPrefix("> Oslo")
    }
    let row = prompt.screen.cursor.row
    try prompt.send("\u{1B}[B")
    try prompt.wait { $0.cursor.row > row && self.text(at: $0).hasPrefix("> ") }
    try prompt.send("r")
    try prompt.wait { $0.cursor.row == 0 }
  }

  @Test func `while photos are arranged it stands on the chosen photo's number`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 4)
    try prompt.send("\u{14}")
    try prompt.wait { self.text(at: $0).hasPrefix("photo 1: a.jpg") && $0.cursor.column == 0 }
    try prompt.send("\u{1B}[C")
    try prompt.wait { self.text(at: $0).hasPrefix("photo 2: b.png") && $0.cursor.column == 0 }
  }
}
