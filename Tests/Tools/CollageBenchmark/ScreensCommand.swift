import ArgumentParser
import FoundationEssentials
import SystemPackage
import TestSupport

/// `collage-benchmark screens`: the pictures of the prompt and the picker that the README shows.
struct ScreensCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screens", abstract: "Draw what the prompt and the picker show, as SVG.")

  @Option(help: "The folder of the photos.")
  var photos = "Fixtures/photos"

  @Option(help: "The collage program; by default the one beside this program.")
  var program: String?

  @Argument(help: "The folder for prompt.svg and picker.svg.")
  var folder = "Fixtures/screens"

  /// What a terminal that can show pictures answers to what it is asked: its name, the size of a
  /// cell, and that it can.
  private static let answers =
    "\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[6;\(Screenshot.cell.height);\(Screenshot.cell.width)t\u{1B}[?62;c"
    + "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c"

  func run() throws {
    let program =
      program.map(FilePath.init(fromUser:)) ?? ThisExecutable.folder.appending("collage")
    // The program's home, so that no history or library is shown.
    let home = try TemporaryFolder()
    try home.makeFolder("Pictures")
    let source = FilePath(fromUser: photos)
    let names = try FileManager.default.contentsOfDirectory(atPath: source.string).sorted()
    for name in names {
      try home.write(source.appending(name).readFile(), to: FilePath("Pictures/\(name)"))
    }
    let pictures = home.path(of: "Pictures")

    let prompt = try PseudoTerminal(
      running: ChildProcess(program, ["prompt"] + names, in: pictures), rows: 20)
    try prompt.send(Self.answers)
    try prompt.wait(within: .seconds(30)) { $0.pictures.count == 1 }
    try prompt.waitUntilQuiet()
    try write(prompt.screen, to: "prompt.svg")

    let picker = try PseudoTerminal(
      running: ChildProcess(program, ["pick", "."], in: pictures), rows: 16)
    try picker.send(Self.answers)
    try picker.wait(within: .seconds(30)) { !$0.pictures.isEmpty }
    try picker.waitUntilQuiet()
    for key in ["\t", "\u{1B}[C", "\u{1B}[C", "\t"] { try picker.send(key) }
    try picker.wait { $0.text.contains("2 photos") }
    try picker.waitUntilQuiet()
    try write(picker.screen, to: "picker.svg")
  }

  private func write(_ screen: ScreenModel, to name: String) throws {
    let path = FilePath(fromUser: folder).appending(name)
    try Screenshot.svg(of: screen).write(toFile: path.string, atomically: false, encoding: .utf8)
  }
}
