internal import Glibc
internal import TerminalPictures

/// A terminal's whole window, which a program draws in the alternate screen. Draws only what has
/// changed.
///
/// Pictures are sent in the background, each once. While the terminal has yet to receive what was
/// drawn, nothing more is drawn, and content that is replaced meanwhile is never sent.
///
/// It doesn't know the meaning of what it shows. Must be used on one queue only.
final class WindowScreen {
  /// A piece of a row as it is drawn. Pieces fill their row, so that two rows can be compared piece
  /// by piece.
  private struct DrawnPiece: Hashable {
    let piece: WindowContent.Piece
    /// The picture that covers the piece; its pixels stay until something is written there.
    var picture: TerminalPicture?
  }

  private struct DrawnPicture: Hashable {
    let place: WindowContent.Place
    /// 0 for a picture that needs no id.
    let id: UInt32

    /// Distinguishes the places at which the same picture is shown, from 1.
    var number: UInt32 { UInt32(place.row) << 12 | UInt32(place.column) + 1 }

    /// Whether the terminal draws it in place of text.
    var isText: Bool { place.picture.text(id: id) != nil }

    var drawing: String { place.picture.drawing(id: id, place: number) }
  }

  private let terminal: any TerminalDevice
  private var store = PictureStore(process: getpid(), numbers: 32...255)
  /// What the window shows; nil if everything must be drawn again.
  private var rows: [[DrawnPiece]]?
  private var pictures: Set<DrawnPicture> = []
  private var cursor: WindowContent.Cursor?
  /// Removes pictures that are on the screen but are no longer kept track of.
  private var outdated = ""
  /// The size of the window for which `rows` was drawn.
  private var drawnSize: TerminalSize?

  init(_ terminal: any TerminalDevice) { self.terminal = terminal }

  /// The window's rows and columns, and a cell's size in pixels.
  var size: TerminalSize { terminal.size }

  func open() {
    terminal.enterWindow()
    forget()
  }

  /// Restores what the window showed before.
  func close() {
    terminal.write(store.removeAll(from: terminal))
    terminal.leaveWindow()
    forget()
  }

  /// Restores the terminal, stops the program, and takes the window again when it is continued.
  func suspend() {
    terminal.write(store.removeAll(from: terminal))
    forget()
    terminal.suspend()
  }

  /// Takes the terminal again after something else has stopped and continued the program.
  func resume() {
    guard terminal.isRaw else { return }
    terminal.enterRawMode()
    terminal.leaveWindow()
    terminal.enterWindow()
    terminal.write(store.removeAll(from: terminal))
    forget()
  }

  /// Makes the next drawing draw everything.
  func invalidate() {
    outdated += pictures.map { $0.place.picture.removal(id: $0.id, place: $0.number) }.joined()
    forget()
  }

  private func forget() {
    rows = nil
    pictures = []
    cursor = nil
  }

  /// Shows the content. Must be called again whenever the terminal's `onProgress` is called,
  /// because something may have had to wait.
  func draw(_ content: WindowContent) {
    guard terminal.isRaw, !terminal.isWriting else { return }
    if !terminal.isTransmitting { store.finish() }
    if drawnSize != content.size { invalidate() }
    drawnSize = content.size
    show(content)
    var hasSent = false
    while let missing = nextToSend(of: content) {
      terminal.write(store.remove(except: content.pictures.map(\.picture)))
      terminal.transmit(store.begin(missing))
      hasSent = true
    }
    if hasSent, !terminal.isWriting { show(content) }
  }

  /// The next picture that the terminal lacks; nil also while it can't receive one.
  private func nextToSend(of content: WindowContent) -> TerminalPicture? {
    if !terminal.isTransmitting { store.finish() }
    guard !terminal.isTransmitting, !terminal.isWriting else { return nil }
    return content.pictures.first { !store.holds($0.picture) }?.picture
  }

  private func show(_ content: WindowContent) {
    // Between the pieces of a picture, only text may be sent; other pictures are shown when it is
    // complete.
    let mayChangePictures = !terminal.isTransmitting
    let ids = store.ids(of: content.pictures.map(\.picture))
    let shown = content.pictures.compactMap { place in
      ids[place.picture].map { DrawnPicture(place: place, id: $0) }
    }
    let next = mayChangePictures ? Set(shown) : pictures
    let nextRows = Self.rows(of: content, with: next)
    var text = ""
    if mayChangePictures {
      text += outdated
      outdated = ""
      for old in pictures.subtracting(next) {
        text += old.place.picture.removal(id: old.id, place: old.number)
      }
    }
    let new = mayChangePictures ? shown.filter { !pictures.contains($0) } : []
    // A picture that is shown in place of text must be known before the text.
    for picture in new where picture.isText { text += picture.drawing }
    for (row, pieces) in nextRows.enumerated() {
      let before = rows.map { Set($0[row]) } ?? []
      for piece in pieces where !before.contains(piece) {
        text += Self.drawing(of: piece.piece, row: row)
      }
    }
    for picture in new where !picture.isText {
      text += Self.move(to: picture.place.row, picture.place.column) + picture.drawing
    }
    (rows, pictures) = (nextRows, next)
    guard !text.isEmpty || cursor != content.cursor else { return }
    cursor = content.cursor
    let place = content.cursor.map { Self.move(to: $0.row, $0.column) + "\u{1B}[?25h" } ?? ""
    terminal.write("\u{1B}[?2026h\u{1B}[?25l" + text + place + "\u{1B}[?2026l")
  }

  private static func move(to row: Int, _ column: Int) -> String {
    "\u{1B}[\(row + 1);\(column + 1)H"
  }

  /// Blanks come first: a terminal may take the text for wider than it was counted, and what
  /// follows it is drawn later.
  private static func drawing(of piece: WindowContent.Piece, row: Int) -> String {
    let start = move(to: row, piece.column)
    return start + String(repeating: " ", count: piece.width) + start + piece.text
  }

  /// Complete rows: the content's text, the places of pictures, and blanks between them.
  private static func rows(of content: WindowContent, with pictures: Set<DrawnPicture>)
    -> [[DrawnPiece]]
  {
    var rows = content.rows.map { $0.map { DrawnPiece(piece: $0) } }
    for drawn in pictures {
      let (place, picture) = (drawn.place, drawn.place.picture)
      let lines = picture.text(id: drawn.id)
      for row in 0..<picture.rows where rows.indices.contains(place.row + row) {
        let piece = WindowContent.Piece(
          column: place.column, width: picture.columns, text: lines?[row] ?? "")
        rows[place.row + row].append(
          DrawnPiece(piece: piece, picture: lines == nil ? picture : nil))
      }
    }
    return rows.map { pieces in
      var filled: [DrawnPiece] = []
      var column = 0
      func fill(to end: Int) {
        guard end > column else { return }
        filled.append(
          DrawnPiece(piece: WindowContent.Piece(column: column, width: end - column, text: "")))
      }
      for piece in pieces.sorted(by: { $0.piece.column < $1.piece.column }) {
        fill(to: piece.piece.column)
        filled.append(piece)
        column = max(column, piece.piece.column + piece.piece.width)
      }
      fill(to: content.size.columns)
      return filled
    }
  }
}
