internal import LineEditing
internal import TerminalPictures

/// The contents of a terminal's whole window: pieces of text, and pictures at their places.
struct WindowContent: Hashable {
  /// A piece of a row. Pieces of a row never overlap.
  struct Piece: Hashable {
    /// From 0.
    let column: Int
    /// In columns; shorter text is followed by blanks.
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

  /// The position of the cursor, from 0.
  struct Cursor: Hashable {
    let row: Int
    let column: Int
  }

  let size: TerminalSize
  private let hasAttributes: Bool
  private let background: TerminalCapabilities.Background?
  /// The pieces of each row, from the left.
  private(set) var rows: [[Piece]]
  private(set) var pictures: [Place] = []
  /// Nil to hide it.
  var cursor: Cursor?

  /// - Parameters:
  ///   - hasAttributes: false to ignore styles.
  ///   - background: the terminal's; nil if it isn't known.
  init(
    _ size: TerminalSize, hasAttributes: Bool = true,
    on background: TerminalCapabilities.Background? = nil
  ) {
    self.size = size
    self.hasAttributes = hasAttributes
    self.background = background
    rows = Array(repeating: [], count: size.rows)
  }

  /// Puts text into the window; what doesn't fit into `width` is cut off. Does nothing outside the
  /// window.
  ///
  /// - Parameters:
  ///   - text: one line without control sequences.
  ///   - width: in columns; by default the rest of the window's row.
  ///   - style: that of the text and of the blanks that follow it.
  mutating func put(
    _ text: String, row: Int, column: Int = 0, width: Int? = nil, style: TextStyle = .plain
  ) {
    let style = hasAttributes ? style : .plain
    let room = min(width ?? size.columns, size.columns - column)
    guard rows.indices.contains(row), column >= 0, room > 0 else { return }
    let shown = DisplayWidth.prefix(of: text, fitting: room)
    let padding = style == .plain ? 0 : room - DisplayWidth.columns(of: shown)
    insert(
      Piece(
        column: column, width: room,
        text: style.applied(
          to: shown + String(repeating: " ", count: padding), on: background)), row)
  }

  /// Puts text with control sequences into the window, exactly `width` columns wide. Does nothing
  /// if it doesn't fit.
  mutating func put(drawn text: String, row: Int, column: Int, width: Int) {
    guard rows.indices.contains(row), column >= 0, column + width <= size.columns else { return }
    insert(Piece(column: column, width: width, text: text), row)
  }

  /// Puts a picture into the window, where it must fit and no text may be.
  mutating func put(_ picture: TerminalPicture, row: Int, column: Int) {
    pictures.append(Place(row: row, column: column, picture: picture))
  }

  /// Puts a picture of pixels or of characters into the window, or why there is none.
  mutating func put(_ picture: PictureContent, row: Int, column: Int, width: Int) {
    switch picture {
    case .failed(let reason): put(reason, row: row, column: column, width: width)
    case .rows(let rows):
      for (offset, line) in rows.enumerated() {
        switch line {
        case .picture(let picture, _): put(picture, row: row, column: column)
        case .text(let text): put(drawn: text, row: row + offset, column: column, width: width)
        }
      }
    }
  }

  private mutating func insert(_ piece: Piece, _ row: Int) {
    let index = rows[row].firstIndex { $0.column > piece.column } ?? rows[row].endIndex
    rows[row].insert(piece, at: index)
  }
}

/// A style of text, if the terminal may use colours and attributes.
enum TextStyle: Hashable {
  case plain
  case bold
  case dim
  /// Foreground and background exchanged.
  case reversed
  /// Black on green.
  case marked
  case warning

  fileprivate func applied(
    to text: String, on background: TerminalCapabilities.Background?
  ) -> String {
    self == .plain ? text : TerminalStyle.sgr(codes(on: background), text)
  }

  /// SGR codes.
  private func codes(on background: TerminalCapabilities.Background?) -> String {
    switch self {
    case .plain: "0"
    case .bold: "1"
    case .dim: "2"
    case .reversed: "7"
    // Not colour 30, which bold turns grey in many terminals.
    case .marked: "1;38;5;16;42"
    case .warning:
      // Yellow can't be read on white, and red hardly on black; magenta can be on both.
      switch background {
      case .dark: "33"
      case .light: "31"
      case nil: "35"
      }
    }
  }
}
