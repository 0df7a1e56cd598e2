internal import LineEditing
internal import TerminalPictures

/// What a terminal's whole window shows: pieces of text and pictures at their places.
struct WindowContent: Hashable {
  /// A piece of a row. Pieces of a row never overlap.
  struct Piece: Hashable {
    /// From 0.
    let column: Int
    /// In columns; text that is shorter is followed by blanks.
    let width: Int
    let text: String
  }

  /// A picture with its top left corner at a place.
  struct Place: Hashable {
    /// From 0.
    let row: Int
    let column: Int
    let picture: TerminalPicture
  }

  /// Where the cursor stands, from 0.
  struct Cursor: Hashable {
    let row: Int
    let column: Int
  }

  let size: TerminalSize
  /// By row, from the left.
  private(set) var rows: [[Piece]]
  private(set) var pictures: [Place] = []
  /// Nil hides it.
  var cursor: Cursor?

  init(_ size: TerminalSize) {
    self.size = size
    rows = Array(repeating: [], count: size.rows)
  }

  /// Puts text into the window; what doesn't fit into `width` is cut off. Does nothing outside of the window.
  ///
  /// - Parameters:
  ///   - text: one line without control sequences.
  ///   - width: in columns; the rest of the window's row by default.
  ///   - style: how the text looks, with the blanks that follow it.
  mutating func put(_ text: String, row: Int, column: Int = 0, width: Int? = nil, style: TextStyle = .plain) {
    let room = min(width ?? size.columns, size.columns - column)
    guard rows.indices.contains(row), column >= 0, room > 0 else { return }
    let shown = DisplayWidth.prefix(of: text, fitting: room)
    let padding = style == .plain ? 0 : room - DisplayWidth.columns(of: shown)
    insert(
      Piece(column: column, width: room, text: style.applied(to: shown + String(repeating: " ", count: padding))), row)
  }

  /// Puts text that has control sequences and is exactly `width` columns wide, such as a row of blocks. Does nothing where
  /// it doesn't fit into the window.
  mutating func put(drawn text: String, row: Int, column: Int, width: Int) {
    guard rows.indices.contains(row), column >= 0, column + width <= size.columns else { return }
    insert(Piece(column: column, width: width, text: text), row)
  }

  /// Puts a picture into the window, where it must fit, and where no text is.
  mutating func put(_ picture: TerminalPicture, row: Int, column: Int) {
    pictures.append(Place(row: row, column: column, picture: picture))
  }

  private mutating func insert(_ piece: Piece, _ row: Int) {
    let index = rows[row].firstIndex { $0.column > piece.column } ?? rows[row].endIndex
    rows[row].insert(piece, at: index)
  }
}

/// How text looks, where the terminal may use colours and attributes.
enum TextStyle: Hashable {
  case plain
  case bold
  case dim
  /// Foreground and background exchanged.
  case reversed
  /// Black on green.
  case marked
  /// Yellow.
  case warning

  fileprivate func applied(to text: some StringProtocol) -> String {
    let codes =
      switch self {
      case .plain: ""
      case .bold: "1"
      case .dim: "2"
      case .reversed: "7"
      // Not 30, which bold makes grey in many terminals.
      case .marked: "1;38;5;16;42"
      case .warning: "33"
      }
    return codes.isEmpty ? String(text) : "\u{1B}[\(codes)m\(text)\u{1B}[0m"
  }
}
