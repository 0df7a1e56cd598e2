internal import LineEditing

/// The rows at the end of the terminal's text that are redrawn in place: preview, hints, and the prompt as the last one.
///
/// A value that turns what is to be seen into the characters that show it, in one synchronised update. No row may be wider
/// than the window: a row that wraps leaves a ghost at every redraw.
struct LiveRegion {
  /// What the terminal shows its text in.
  struct Window: Hashable {
    let rows: Int
    let columns: Int
    /// Whether rows that are too long for a narrower window lose their ends, and are not wrapped anew.
    var cutsRows = false

    /// How many rows a row takes that was written before the window had this width.
    fileprivate func height(of row: String) -> Int {
      if cutsRows { return 1 }
      var height = 1
      var used = 0
      for cluster in row.withoutSequences {
        let width = DisplayWidth.columns(of: cluster)
        if used + width > columns {
          height += 1
          used = 0
        }
        used += width
      }
      return height
    }
  }

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

    /// A string for each row, with what takes room in it.
    fileprivate var lines: [String] {
      switch self {
      case .text(let text): [text]
      case .picture(_, _, let rows): Array(repeating: "", count: rows)
      }
    }

    fileprivate var removal: String {
      switch self {
      case .text: ""
      case .picture(_, let removal, _): removal
      }
    }
  }

  /// What is shown above the row with the cursor.
  private var lines: [String] = []
  private var prompt = PromptRow(beforeCursor: "", afterCursor: "")
  /// Rows of ours right above the window: a smaller one pushed them out, and a larger one may show them again.
  private var linesAboveWindow: [String] = []
  /// Takes away the pictures that are shown.
  private var removal = ""

  /// Draws the whole region anew; `messages` scroll away above it.
  mutating func draw(messages: [String], rows: [Row], prompt: PromptRow) -> String {
    let removalOfNext = rows.map(\.removal).joined()
    var text = Self.begin + (removalOfNext == removal ? "" : removal) + start
    removal = removalOfNext
    if !messages.isEmpty { linesAboveWindow = [] }
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
    lines = rows.flatMap(\.lines)
    self.prompt = prompt
    return text + prompt.drawn + Self.end
  }

  /// Draws the row above the prompt and the prompt, with everything above them left as it is.
  mutating func draw(lastRow text: String, _ prompt: PromptRow) -> String {
    lines[lines.count - 1] = text
    self.prompt = prompt
    return Self.begin + "\u{1B}[A\r\(text)\u{1B}[K\r\n" + prompt.drawn + Self.end
  }

  /// Draws the prompt's row alone: what a keystroke costs.
  mutating func draw(_ prompt: PromptRow) -> String {
    self.prompt = prompt
    return "\r" + prompt.drawn
  }

  /// Takes the region away, and nothing else; the cursor is where it began.
  ///
  /// The window may have another size than when the region was drawn. The terminal has kept the order of all rows then, and
  /// the cursor in its place; it has wrapped rows anew, and pushed some out at the top or taken them in again.
  mutating func erase(in window: Window) -> String {
    let known = linesAboveWindow + lines
    let heights = known.map { window.height(of: $0) }
    // The cursor is before the first character behind it.
    var rowsAbove = window.height(of: prompt.beforeCursor + prompt.afterCursor.prefix(1)) - 1
    var first = known.count
    while first > 0, rowsAbove + heights[first - 1] < window.rows {
      first -= 1
      rowsAbove += heights[first]
    }
    // A row of which the window shows only the end leaves it, or the terminal would join it with what is drawn there.
    let rest = first > 0 ? max(window.rows - 1 - rowsAbove, 0) : 0
    let text = removal + String(repeating: "\n", count: rest) + Self.clear(from: rowsAbove + rest)
    forget()
    linesAboveWindow = Array(known[..<first])
    return text
  }

  /// Clears the whole window.
  mutating func clearWindow() -> String {
    defer { forget() }
    return removal + "\u{1B}[H\u{1B}[2J"
  }

  private mutating func forget() {
    lines = []
    linesAboveWindow = []
    prompt = PromptRow(beforeCursor: "", afterCursor: "")
    removal = ""
  }

  private var start: String { Self.clear(from: lines.count) }

  /// Clears what is behind the cursor, its row and so many rows above it.
  ///
  /// Row by row: tmux keeps a screen that is cleared at once, from its first place on, among the rows that scrolled away.
  private static func clear(from rowsAbove: Int) -> String {
    "\u{1B}[J\r\u{1B}[2K" + String(repeating: "\u{1B}[A\u{1B}[2K", count: rowsAbove)
  }

  /// Begins an update that is shown at once when a drawing ends it.
  static let begin = "\u{1B}[?2026h"
  private static let end = "\u{1B}[?2026l"
}

extension String {
  /// The text without the control sequences that colour it.
  fileprivate var withoutSequences: String {
    var text = String.UnicodeScalarView()
    var isInSequence = false
    for scalar in unicodeScalars {
      if scalar == "\u{1B}" {
        isInSequence = true
      } else if !isInSequence {
        text.append(scalar)
      } else if scalar != "[", ("@"..."~").contains(scalar) {
        isInSequence = false
      }
    }
    return String(text)
  }
}
