import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The picker of the built program on a terminal of its own.
///
/// Nothing waits for ever. The program is killed when this goes away.
final class PickerTerminal {
  let terminal: PseudoTerminal
  private let folder: TemporaryFolder

  /// Starts `collage pick` with its standard output in a file, and waits until it shows how many
  /// photos there are, and the first of them; sorted by name.
  init(
    in folder: TemporaryFolder, _ arguments: [String] = ["--preview", "off"],
    environment: [String: String] = [:],
    photos count: Int = PromptPhotos.names.count, rows: Int = 24, columns: Int = 80
  ) throws {
    self.folder = folder
    var shell = ChildProcess(
      "/bin/sh",
      ["-c", "\"$@\" > \(Self.output)", "sh", BuiltProgram.path.string, "pick"] + arguments,
      in: folder.path)
    shell.environment.merge(environment) { _, new in new }
    terminal = try PseudoTerminal(running: shell, rows: rows, columns: columns)
    try wait { $0.rows[0].contains("\(count) photos") && $0.rows[0].contains("by date") }
    try send("\u{13}")
    try wait {
      $0.rows[0].contains("\(count) photos") && $0.rows[0].contains("by name")
        && !$0.rows[0].contains("searching") && (count == 0 || $0.showsPhoto)
    }
  }

  private static let output = "picked"

  var screen: ScreenModel { terminal.screen }

  func send(_ text: String) throws { try terminal.send(text) }

  func wait(until condition: (ScreenModel) -> Bool) throws {
    try terminal.wait(until: condition)
  }

  /// Waits until similar photos are folded, so many into one, and has all shown one by one.
  func unfold(_ count: Int) throws {
    try wait { $0.text.contains("×\(count)") }
    try send("\u{1B}o")
    try wait { !$0.text.contains("×\(count)") }
  }

  /// Types a search and waits until it has this many hits.
  func search(_ text: String, hits: Int, of count: Int = PromptPhotos.names.count) throws {
    try send(text)
    try wait {
      $0.rows[0].contains("\(hits) of \(count) photos") && !$0.rows[0].contains("searching")
    }
  }

  /// Expects that the program ends like this, has printed this, and restores the terminal and its
  /// window.
  func expectEnd(
    _ status: TerminationStatus, printing output: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try terminal.waitForEnd() == status, sourceLocation: location)
    #expect(try folder.read(FilePath(Self.output)) == Array(output.utf8), sourceLocation: location)
    #expect(try terminal.modes == terminal.modesAtStart, sourceLocation: location)
    #expect(
      screen.privateModes == [7, 25] && screen.text.allSatisfy(\.isWhitespace),
      sourceLocation: location)
    #expect(screen.unknownSequences == [] && screen.pictureErrors == [], sourceLocation: location)
    #expect(screen.heldPictures == [], sourceLocation: location)
  }
}

extension ScreenModel {
  /// The facts about the highlighted photo, or the message in their place.
  var pickerFacts: String { rows[rows.count - 2] }

  /// Whether a photo is highlighted: sorted photos come a little later than their number.
  fileprivate var showsPhoto: Bool { !pickerFacts.allSatisfy(\.isWhitespace) }

  /// The number of chosen photos and the keys.
  var pickerKeys: String { rows[rows.count - 1] }

  /// The rows of the list.
  var pickerList: [String] { Array(rows.dropFirst().dropLast(2)).filter { !$0.isEmpty } }
}
