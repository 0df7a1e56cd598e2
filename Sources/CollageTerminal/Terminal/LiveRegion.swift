internal import LineEditing
internal import TerminalPictures

/// The rows at the bottom of the terminal that are redrawn in place: preview, hints, and last the
/// prompt.
///
/// A value that turns what should be shown into terminal sequences, in one synchronised update. No
/// row may be wider than the window: a row that wraps leaves a ghost at every redraw.
struct LiveRegion {
  /// The terminal's window.
  struct Window: Hashable {
    let rows: Int
    let columns: Int
    /// Whether a window that becomes narrower cuts off long rows instead of wrapping them.
    var cutsRows = false

    /// How many rows a row occupies in this window if it was written at another width.
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

  /// The line being typed, cut to the width of the window.
  struct PromptRow: Hashable {
    let beforeCursor: String
    let afterCursor: String

    /// The terminal itself saves and restores the cursor, so that no columns need to be counted.
    /// Wrapping is off meanwhile, because terminals disagree about the width of some characters.
    fileprivate var drawn: String {
      "\u{1B}[?7l\(beforeCursor)\u{1B}7\(afterCursor)\u{1B}[K\u{1B}8\u{1B}[?7h"
    }
  }

  /// A row above the prompt.
  enum Row: Hashable {
    case text(String)
    /// A picture that the terminal itself draws, with texts to the right of its rows, or of some of
    /// them. Its rows stay empty until it has an id.
    case picture(TerminalPicture, beside: [String] = [])

    var picture: TerminalPicture? {
      switch self {
      case .text: nil
      case .picture(let picture, _): picture
      }
    }

    /// The height in rows of the window.
    var height: Int { picture?.rows ?? 1 }

    /// The text of each row, as far as it takes up space.
    fileprivate func lines(_ ids: PictureIDs) -> [String] {
      switch self {
      case .text(let text): return [text]
      case .picture(let picture, let texts):
        let lines =
          ids[picture].flatMap { picture.text(id: $0) } ?? Array(repeating: "", count: picture.rows)
        return texts.isEmpty
          ? lines : zip(lines, texts).map { "\($0)\u{1B}[\(picture.columns + 1)G\($1)" }
      }
    }

    fileprivate func removal(_ ids: PictureIDs) -> String {
      picture.flatMap { picture in ids[picture].map { picture.removal(id: $0) } } ?? ""
    }
  }

  /// The pictures that can be shown, and the id under which the terminal holds each; 0 if none is
  /// needed.
  typealias PictureIDs = [TerminalPicture: UInt32]

  /// The rows above the row of the cursor.
  private var lines: [String] = []
  private var prompt = PromptRow(beforeCursor: "", afterCursor: "")
  /// Our rows just above the window: a smaller window has pushed them out, and a larger one may
  /// show them again.
  private var linesAboveWindow: [String] = []
  /// Removes the shown pictures from the screen.
  private var removal = ""
  /// The pictures that are shown.
  private var pictures: [PicturePlace] = []

  /// Whether the window still shows what was drawn.
  private var isIntact = true

  /// A picture with the number of rows above it.
  private struct PicturePlace: Hashable {
    let row: Int
    let picture: TerminalPicture
    let id: UInt32?
    /// Erasing a text may also erase a picture to its left.
    let hasTexts: Bool
  }

  private func places(of rows: [Row], _ ids: PictureIDs) -> [PicturePlace] {
    var above = 0
    var places: [PicturePlace] = []
    for row in rows {
      if case .picture(let picture, let texts) = row {
        places.append(
          PicturePlace(row: above, picture: picture, id: ids[picture], hasTexts: !texts.isEmpty))
      }
      above += row.height
    }
    return places
  }

  /// Draws the region; `messages` scroll away above it. Without messages, unchanged rows are left
  /// as they are, if all pictures stay where they are.
  ///
  /// - Parameters:
  ///   - ids: those of the pictures in `rows` that can be shown.
  ///   - removal: deletes pictures that are no longer in `rows`.
  mutating func draw(
    messages: [String], rows: [Row], prompt: PromptRow, ids: PictureIDs = [:], removal: String = ""
  ) -> String {
    let places = places(of: rows, ids)
    let next = rows.flatMap { $0.lines(ids) }
    if messages.isEmpty, removal.isEmpty, !lines.isEmpty, isIntact, places == pictures,
      next.count == lines.count
    {
      return drawChanges(to: next, prompt)
    }
    let gone = pictures.filter { old in !places.contains { $0.picture == old.picture } }
    pictures = places
    isIntact = true
    var text = Self.begin + start
    if !messages.isEmpty { linesAboveWindow = [] }
    for message in messages { text += message + "\r\n" }
    for row in rows { text += drawing(of: row, ids) }
    // Only after the new pictures are shown, so that there is something to see all the time.
    text += gone.map { $0.picture.removal(id: $0.id ?? 0) }.joined() + removal
    lines = next
    self.removal = rows.map { $0.removal(ids) }.joined()
    self.prompt = prompt
    return text + prompt.drawn + Self.end
  }

  /// Draws the rows that differ from the shown ones; there must be as many.
  private mutating func drawChanges(to next: [String], _ prompt: PromptRow) -> String {
    var text = Self.begin
    // The row of the cursor; the prompt's row follows the last one.
    var row = lines.count
    func move(to target: Int) -> String {
      defer { row = target }
      return target == row ? "\r" : "\u{1B}[\(abs(target - row))\(target < row ? "A" : "B")\r"
    }
    for (index, (old, new)) in zip(lines, next).enumerated() where old != new {
      text += move(to: index) + new + "\u{1B}[K"
    }
    text += move(to: lines.count)
    lines = next
    self.prompt = prompt
    return text + prompt.drawn + Self.end
  }

  private func drawing(of row: Row, _ ids: PictureIDs) -> String {
    let lines = row.lines(ids)
    let text = lines.map { $0 + "\r\n" }.joined()
    guard let picture = row.picture, let id = ids[picture] else { return text }
    if picture.text(id: id) != nil { return picture.drawing(id: id) + text }
    // First makes space: at the bottom of the window, rows have to scroll in.
    return text + "\u{1B}[\(lines.count)A\u{1B}7" + picture.drawing(id: id)
      + "\u{1B}8\u{1B}[\(lines.count)B\r"
  }

  /// Makes the next drawing draw every row.
  mutating func invalidate() { isIntact = false }

  /// Draws the prompt and the row above it; everything above stays as it is.
  mutating func draw(lastRow text: String, _ prompt: PromptRow) -> String {
    lines[lines.count - 1] = text
    self.prompt = prompt
    return Self.begin + "\u{1B}[A\r\(text)\u{1B}[K\r\n" + prompt.drawn + Self.end
  }

  /// Draws only the prompt's row: the cost of a keystroke.
  mutating func draw(_ prompt: PromptRow) -> String {
    self.prompt = prompt
    return "\r" + prompt.drawn
  }

  /// Erases the region and nothing else; leaves the cursor where the region began.
  ///
  /// The window may have been resized since the region was drawn. The terminal then keeps the order
  /// of rows and the cursor's place in the text; it wraps rows again, and pushes some out at the
  /// top or brings them back.
  mutating func erase(in window: Window) -> String {
    let known = linesAboveWindow + lines
    let heights = known.map { window.height(of: $0) }
    // The cursor is before the first character that follows it.
    var rowsAbove =
      window.height(of: prompt.beforeCursor + prompt.afterCursor.withoutSequences.prefix(1)) - 1
    var first = known.count
    while first > 0, rowsAbove + heights[first - 1] < window.rows {
      first -= 1
      rowsAbove += heights[first]
    }
    // A row of which only the end is in the window must be scrolled out, or the terminal would join
    // it with what is drawn there.
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
    pictures = []
  }

  private var start: String { Self.clear(from: lines.count) }

  /// Clears everything after the cursor, its row, and this many rows above it.
  ///
  /// Row by row, because when a screen is cleared at once from its top, tmux adds it to the
  /// scrollback.
  private static func clear(from rowsAbove: Int) -> String {
    "\u{1B}[J\r\u{1B}[2K" + String(repeating: "\u{1B}[A\u{1B}[2K", count: rowsAbove)
  }

  /// Begins a synchronised update, which ends with the next drawing.
  static let begin = "\u{1B}[?2026h"
  private static let end = "\u{1B}[?2026l"
}

extension String {
  /// The text without control sequences: without colours, and with spaces where the cursor is moved
  /// on.
  fileprivate var withoutSequences: String {
    var text = ""
    var sequence: String?
    for scalar in unicodeScalars {
      if scalar == "\u{1B}" {
        sequence = ""
      } else if let parameters = sequence {
        if scalar == "G", let column = Int(parameters) {
          text += String(repeating: " ", count: max(column - 1 - DisplayWidth.columns(of: text), 0))
        }
        if scalar == "[" { continue }
        sequence = ("@"..."~").contains(scalar) ? nil : parameters + String(scalar)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
