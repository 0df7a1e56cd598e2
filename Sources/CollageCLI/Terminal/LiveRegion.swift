/// The rows at the end of the terminal's text that are redrawn in place: preview, hints, and the prompt as the last one.
///
/// A value that turns what is to be seen into the characters that show it, in one synchronised update. No row may be wider
/// than the window: a row that wraps leaves a ghost at every redraw.
struct LiveRegion {
  /// The line being typed, cut to the window.
  struct PromptRow: Hashable {
    let beforeCursor: String
    let afterCursor: String

    /// The cursor is put where it belongs by the terminal itself: no columns are counted.
    /// Wrapping is off meanwhile, for terminals that give some characters more columns than others do.
    fileprivate var drawn: String {
      "\u{1B}[?7l\(beforeCursor)\u{1B}7\(afterCursor)\u{1B}[K\u{1B}8\u{1B}[?7h"
    }
  }

  /// What stands above the prompt.
  enum Row: Hashable {
    case text(String)
    /// A picture that a terminal draws by itself over so many rows; `drawing` leaves the cursor anywhere, and takes the
    /// place of an earlier one with the same `removal`. That takes it away where erasing the text does not; else it is
    /// empty.
    case picture(drawing: String, removal: String, rows: Int)

    fileprivate var height: Int {
      switch self {
      case .text: 1
      case .picture(_, _, let rows): rows
      }
    }

    fileprivate var removal: String {
      switch self {
      case .text: ""
      case .picture(_, let removal, _): removal
      }
    }
  }

  /// How many rows of the region are above the one with the cursor.
  private var rowsAbove = 0
  /// Takes away the pictures that are shown.
  private var removal = ""

  /// Draws the whole region anew; `messages` scroll away above it.
  mutating func draw(messages: [String], rows: [Row], prompt: PromptRow) -> String {
    let removalOfNext = rows.map(\.removal).joined()
    var text = Self.begin + (removalOfNext == removal ? "" : removal) + start
    removal = removalOfNext
    for message in messages { text += message + "\r\n" }
    for row in rows {
      switch row {
      case .text(let line):
        text += line + "\r\n"
      case .picture(let drawing, _, let height):
        // Make room first: at the bottom of the window the rows have to scroll in.
        text +=
          String(repeating: "\r\n", count: height) + "\u{1B}[\(height)A\u{1B}7" + drawing + "\u{1B}8"
          + "\u{1B}[\(height)B\r"
      }
    }
    rowsAbove = rows.map(\.height).reduce(0, +)
    return text + prompt.drawn + Self.end
  }

  /// Draws the row above the prompt and the prompt, with everything above them left as it is.
  func draw(lastRow text: String, _ prompt: PromptRow) -> String {
    Self.begin + "\u{1B}[A\r\(text)\u{1B}[K\r\n" + prompt.drawn + Self.end
  }

  /// Draws the prompt's row alone: what a keystroke costs.
  func draw(_ prompt: PromptRow) -> String { "\r" + prompt.drawn }

  /// Takes the region away; the cursor is where it began.
  mutating func erase() -> String {
    defer { forget() }
    return removal + start
  }

  /// After the window's size has changed nobody knows where rows have gone: clears the window.
  mutating func clearWindow() -> String {
    defer { forget() }
    return removal + "\u{1B}[H\u{1B}[2J"
  }

  private mutating func forget() {
    rowsAbove = 0
    removal = ""
  }

  private var start: String { (rowsAbove > 0 ? "\u{1B}[\(rowsAbove)A" : "") + "\r\u{1B}[J" }

  private static let begin = "\u{1B}[?2026h"
  private static let end = "\u{1B}[?2026l"
}
