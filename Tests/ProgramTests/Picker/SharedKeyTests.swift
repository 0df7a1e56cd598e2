import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Keys that mean the same in the prompt, in the picker and while photos are arranged.
@Suite(.waiting) struct SharedKeyTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  private static let pick = "\u{F}"
  private static let arrange = "\u{14}"

  private func picking(_ prompt: PromptTerminal) throws {
    try prompt.send(Self.pick)
    try prompt.wait {
      $0.rows[0].contains("photos · by date") && $0.pickerKeys.contains("Enter done")
    }
  }

  @Test func `the key that arranges ends the picker with its photos and arranges them`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "a.jpg", "b.png"], columns: 200, title: "2 photos")
    try picking(prompt)
    #expect(prompt.screen.pickerKeys.contains("Ctrl-T arrange"))
    try prompt.send("c.jpg")
    try prompt.wait { $0.rows[0].contains("1 of 7 photos") && $0.pickerFacts.contains("c.jpg") }
    try prompt.send("\t")
    try prompt.wait { $0.pickerKeys.hasPrefix("3 photos ") }
    // Where one is, the key that leads there says so.
    try prompt.send(Self.pick)
    try prompt.wait { $0.pickerFacts == "this is the picker; Enter uses the selected photos" }
    try prompt.send(Self.arrange)
    try prompt.wait {
      $0.transcript.contains("✓ added c.jpg") && $0.promptRow.hasPrefix("photo 1: a.jpg")
    }
    // And back, by one key.
    try picking(prompt)
    #expect(prompt.screen.pickerKeys.hasPrefix("3 photos "))
    // Esc goes back one step, and nothing is lost.
    try prompt.send("\u{1B}")
    try prompt.wait { $0.promptRow == "3 photos>" }
  }

  @Test func `without photos there is nothing to arrange`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 0)
    try picking(prompt)
    try prompt.send(Self.arrange)
    try prompt.wait { $0.pickerFacts == "select photos to arrange first" }
    let picker = try PickerTerminal(in: folder)
    #expect(!picker.screen.pickerKeys.contains("Ctrl-T"))
    try picker.send("\t" + Self.arrange)
    try picker.wait { $0.pickerFacts == "photos are arranged in the prompt: 'collage'" }
  }

  @Test func `leaving the picker of a pipe warns before a selection is lost`() throws {
    let picker = try PickerTerminal(in: folder)
    try picker.send("\t")
    try picker.wait { $0.pickerKeys.hasPrefix("1 photo ") }
    try picker.send("\u{1B}")
    let warning = "Esc again leaves without the selected photos; Enter uses them"
    try picker.wait { $0.pickerFacts == warning }
    // Any other key means that the user stays.
    try picker.send("\u{1B}[B")
    try picker.wait { $0.pickerFacts != warning }
    try picker.send("\u{1B}")
    try picker.wait { $0.pickerFacts == warning }
    try picker.send("\u{1B}")
    try picker.expectEnd(.exited(130), printing: "")
  }
}
