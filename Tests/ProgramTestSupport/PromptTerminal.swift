import SystemPackage
import PhotoLayouts
package import TestSupport
package import Testing

/// The prompt of the built program on a pseudo-terminal, and what a test can do with it: type,
/// wait, look.
///
/// Nothing waits for ever. The program is killed when this object goes away.
package final class PromptTerminal {
  package let terminal: PseudoTerminal

  /// Options before all other arguments, so that it is clear where each photo is.
  package static let look = ["--layout", "grid", "--canvas", "2400x1600"]

  /// Starts the prompt in the folder, which is also its home, and waits until it shows its title.
  ///
  /// - Parameters:
  ///   - look: precedes the arguments.
  ///   - arguments: `--preview off` by default, so that only text is on the screen.
  ///   - environment: added to a clean one.
  ///   - title: what is in front of the `>` when everything is ready, such as "2 photos".
  package init(
    in folder: TemporaryFolder, look: [String] = PromptTerminal.look,
    _ arguments: [String] = ["--preview", "off"],
    environment: [String: String] = [:],
    rows: Int = 24, columns: Int = 80, title: String = "Collage"
  ) throws {
    var program = BuiltProgram.command(["prompt"] + look + arguments, in: folder)
    program.environment.merge(environment) { _, new in new }
    terminal = try PseudoTerminal(running: program, rows: rows, columns: columns)
    try wait { $0.promptRow == title + ">" }
  }

  /// The prompt with the first few of the sample photos in it, and no preview.
  package convenience init(
    in folder: TemporaryFolder, photos count: Int, _ arguments: [String] = []
  ) throws {
    try self.init(
      in: folder, ["--preview", "off"] + arguments + PromptPhotos.names.prefix(count),
      title: count == 0 ? "Collage" : count == 1 ? "1 photo" : "\(count) photos")
  }

  package var screen: ScreenModel { terminal.screen }

  package func send(_ text: String) throws { try terminal.send(text) }

  package func wait(within limit: Duration = longestWait, until condition: (ScreenModel) -> Bool)
    throws
  {
    try terminal.wait(within: limit, until: condition)
  }

  /// Waits until the program has sent this text, which may be invisible.
  package func waitForOutput(_ text: String) throws {
    try wait { _ in String(decoding: terminal.output, as: UTF8.self).contains(text) }
  }

  /// Types a line and Return, and waits for the answer.
  ///
  /// - Returns: the rows between the line and the hints.
  @discardableResult
  package func ask(_ line: String, within limit: Duration = longestWait) throws -> [String] {
    let before = screen.echoes(of: line).count
    try send(line + "\r")
    // While a collage is being saved the hints give way to the progress.
    try wait(within: limit) {
      !($0.answer(to: line, after: before) ?? []).isEmpty
        && $0.transcript[max(0, $0.promptIndex - 1)].isHints
    }
    expectTidy()
    return screen.answer(to: line, after: before) ?? []
  }

  /// The names that `list` shows.
  package func photos() throws -> [String] {
    try ask("list").map { String($0.split(separator: " ")[1]) }
  }

  /// Expects one hint row, right above the prompt, none left behind, and nothing sent that
  /// terminals don't understand.
  package func expectTidy(_ location: SourceLocation = #_sourceLocation) {
    #expect(screen.unknownSequences == [] && screen.pictureErrors == [], sourceLocation: location)
    let hints = screen.transcript.indices.filter { screen.transcript[$0].isHints }
    #expect(hints == [screen.promptIndex - 1], "\(screen.text)", sourceLocation: location)
  }

  /// Expects that the program ends like this and restores the terminal.
  package func expectEnd(
    _ terminationStatus: TerminationStatus, _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try terminal.waitForEnd() == terminationStatus, sourceLocation: location)
    #expect(try terminal.modes == terminal.modesAtStart, sourceLocation: location)
    #expect(screen.privateModes == [7, 25], sourceLocation: location)
    #expect(screen.unknownSequences == [] && screen.pictureErrors == [], sourceLocation: location)
  }
}

/// One word of the hint row.
package struct PromptHint: Hashable {
  package let word: String
  package let style: CellStyle

  package init(word: String, style: CellStyle) {
    self.word = word
    self.style = style
  }
}

extension ScreenModel {
  /// Everything that was shown: the rows that have scrolled away and those on the screen.
  package var transcript: [String] { scrolledAway + rows }

  /// Where the prompt is in the transcript.
  package var promptIndex: Int { scrolledAway.count + cursor.row }

  package var promptRow: String { rows[cursor.row] }

  /// The words of the row above the prompt.
  package var hints: [PromptHint] {
    guard cursor.row > 0 else { return [] }
    var hints: [PromptHint] = []
    for (column, cell) in cells[cursor.row - 1].enumerated() where cell.text != " " {
      let isNew = column == 0 || cells[cursor.row - 1][column - 1].text == " "
      let word = isNew ? "" : hints.removeLast().word
      hints.append(PromptHint(word: word + cell.text, style: cell.style))
    }
    return hints
  }

  /// The row between the picture and the hints; nil without photos.
  package var status: String? {
    let row = cursor.row - 2
    return row >= 0 && rows[row].isStatus ? rows[row] : nil
  }

  /// How many rows from the top end with the preview's last one.
  package var previewEnd: Int { max(cursor.row - (status == nil ? 1 : 2), 0) }

  /// The rows of cells above the status that are coloured.
  package var pictureRows: [[ScreenCell]] {
    Array(cells.prefix(previewEnd).reversed().prefix { $0[0].style != CellStyle() }.reversed())
  }

  /// How many rows above the status belong to a preview: coloured ones, those of letters, or the
  /// empty ones under true pixels.
  private var previewHeight: Int {
    cells.indices.prefix(previewEnd).reversed().prefix { row in
      cells[row][0].style != CellStyle() || rows[row].isEmpty || rows[row].isLetters
    }.count
  }

  /// Where a line was entered, in the transcript.
  package func echoes(of line: String) -> [Int] {
    // Rows have no spaces at their end.
    let shown = "> " + String(line.reversed().drop { $0 == " " }.reversed())
    return transcript.indices.filter { $0 != promptIndex && transcript[$0].hasSuffix(shown) }
  }

  /// The rows between the latest echo of a line and the preview or the hints; nil if there are no
  /// more echoes than before.
  package func answer(to line: String, after count: Int) -> [String]? {
    let echoes = echoes(of: line)
    let end = scrolledAway.count + previewEnd - previewHeight
    guard echoes.count > count, let last = echoes.last, last < end else { return nil }
    return Array(transcript[last + 1..<end])
  }
}

extension String {
  /// Whether a row is the one between the picture and the hints.
  package var isStatus: Bool {
    if hasPrefix("saved; ") { return true }
    let names = LayoutStyle.allCases.map(\.rawValue) + ["file"]
    return names.contains { name in
      hasPrefix(name)
        && dropFirst(name.count).prefixMatch(of: /( [0-9]+\/[0-9]+)?( · |, )/) != nil
    }
  }

  /// Whether a row belongs to a picture made of letters: all are from the ramp, except for numbers
  /// and edges.
  package var isLetters: Bool {
    guard count > 8 else { return false }
    let rest = replacing(/\[[0-9]+( damaged|!)?\]/, with: "").filter { !"-|*".contains($0) }
    return rest.allSatisfy { ".:;+=cxoX&#@".contains($0) }
  }

  /// Whether a row is the one with the hints.
  package var isHints: Bool {
    // No regular expression: it would be read anew for each row.
    guard hasSuffix("help  quit") else { return false }
    let others = dropLast("help  quit".count).split(separator: " ")
    return others.allSatisfy { word in Self.hints.contains(word.filter { !"()".contains($0) }) }
  }

  private static let hints: Set = [
    "add", "pick", "remove", "move", "save", "clear", "undo", "arrange", "style", "view", "copy",
    "open", "new",
  ]
}
