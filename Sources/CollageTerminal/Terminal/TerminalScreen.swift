internal import Glibc
internal import TerminalPictures

/// The part of a terminal's window that a program draws in place, and the messages that scroll away
/// above it. Draws only what has changed: a keystroke costs one row.
///
/// Pictures are sent in the background, each once; the previous ones stay until the terminal holds
/// them. While the terminal has yet to receive what was drawn, nothing more is drawn, and content
/// that is replaced meanwhile is never sent.
///
/// It doesn't know the meaning of what it shows. Must be used on one queue only.
final class TerminalScreen {
  /// Everything that is drawn in place. No row may be wider than the window.
  struct Content: Hashable {
    /// The rows at the top, such as a picture.
    var rows: [LiveRegion.Row] = []
    /// The row above the prompt.
    var status: String
    var prompt: LiveRegion.PromptRow
    /// Whether other pictures will soon replace these. Then a picture that text has moved isn't
    /// sent again.
    var awaitsPictures = false
    /// Rows that are hidden for a while; the terminal keeps their pictures.
    var hiddenRows: [LiveRegion.Row] = []

    fileprivate var pictures: [TerminalPicture] { rows.compactMap(\.picture) }
    fileprivate var hiddenPictures: [TerminalPicture] { hiddenRows.compactMap(\.picture) }
  }

  private struct Drawn {
    var content: Content
    /// Of its pictures that aren't missing.
    let ids: LiveRegion.PictureIDs
  }

  private let terminal: any TerminalDevice
  private let cutsRows: () -> Bool
  private var region = LiveRegion()
  private var store = PictureStore(process: getpid(), numbers: 1...31)
  /// Messages that are still to be shown.
  private var messages: [String] = []
  /// What the window shows; nil if everything must be drawn again.
  private var drawn: Drawn?
  /// The window's size at the last drawing; nil if nothing is shown.
  private var drawnSize: TerminalSize?

  /// - Parameter cutsRows: whether the terminal truncates long rows when the window becomes
  ///   narrower; others wrap them.
  init(_ terminal: any TerminalDevice, cutsRows: @escaping () -> Bool = { false }) {
    self.terminal = terminal
    self.cutsRows = cutsRows
  }

  /// The width of the window in columns.
  var width: Int { terminal.size.columns }

  /// Whether the window's size has changed without an event so far. Drawing would then leave rows
  /// behind.
  var isOutdated: Bool { drawnSize.map { $0 != terminal.size } ?? false }

  /// Shows a row above everything at the next drawing; it stays when the screen is closed.
  func append(_ row: String) { messages.append(row) }

  /// Shows the content, and the messages since the last drawing. Does nothing unless the terminal
  /// is in raw mode.
  ///
  /// Must be called again whenever the terminal's `onProgress` is called, because something may
  /// have had to wait.
  ///
  /// - Parameter keepsRows: whether to leave the rows at the top and the messages to a later
  ///   drawing, so that they aren't drawn twice when other rows are about to follow.
  func draw(_ content: Content, keepsRows: Bool = false) {
    guard terminal.isRaw, !terminal.isWriting else { return }
    if keepsRows, drawn != nil { return showLastRows(of: content) }
    if !terminal.isTransmitting { store.finish() }
    drawnSize = terminal.size
    let missing = content.pictures.first { !store.holds($0) }
    var shown = content
    if missing != nil, let drawn { shown.rows = drawn.content.rows }
    show(shown, next: content)
    guard let missing, !terminal.isTransmitting, !terminal.isWriting else { return }
    // The terminal may have received the rest of it by now.
    store.finish()
    if !store.holds(missing) { terminal.transmit(store.begin(missing)) }
    // Continues at once if the terminal has received everything.
    if !terminal.isTransmitting { draw(content) }
  }

  /// - Parameter next: what will be shown once its pictures have been sent.
  private func show(_ content: Content, next: Content) {
    var ids = store.ids(of: content.pictures)
    var isChanged = drawn.map { $0.content.rows != content.rows || $0.ids != ids } ?? true
    if next.awaitsPictures, let drawn, isChanged || !messages.isEmpty {
      ids = ids.filter { $0.key.needsTransmission }
      isChanged = drawn.content.rows != content.rows || drawn.ids != ids
    }
    // Between the pieces of a picture, only text may be sent.
    let mayDrawPictures = !terminal.isTransmitting || (ids.isEmpty && drawn?.ids.isEmpty ?? true)
    let removal =
      terminal.isTransmitting
      ? "" : store.remove(except: content.pictures + next.pictures + next.hiddenPictures)
    let isNeeded = isChanged || !messages.isEmpty || !removal.isEmpty
    guard isNeeded, mayDrawPictures else { return showLastRows(of: content) }
    terminal.write(
      region.draw(
        messages: messages, rows: content.rows + [.text(content.status)], prompt: content.prompt,
        ids: ids, removal: removal))
    messages = []
    drawn = Drawn(content: content, ids: ids)
  }

  /// Draws the status and the prompt, as far as they have changed.
  private func showLastRows(of content: Content) {
    guard let before = drawn?.content else { return }
    if before.status != content.status {
      terminal.write(region.draw(lastRow: content.status, content.prompt))
    } else if before.prompt != content.prompt {
      terminal.write(region.draw(content.prompt))
    }
    drawn?.content.status = content.status
    drawn?.content.prompt = content.prompt
  }

  /// Makes the next drawing draw everything.
  func invalidate() {
    drawn = nil
    region.invalidate()
  }

  /// Erases what was drawn before the window was resized. The terminal keeps the pictures.
  func windowResized() {
    if terminal.isRaw {
      terminal.write(
        store.endTransmission(to: terminal) + LiveRegion.begin + region.erase(in: window))
    }
    forget()
  }

  /// Clears the whole window.
  func clear() {
    // Some terminals forget the pictures when the window is cleared.
    terminal.write(store.removeAll(from: terminal) + region.clearWindow())
    invalidate()
  }

  /// Restores the terminal and stops the program; returns when it is continued.
  func suspend() {
    terminal.write(store.removeAll(from: terminal) + region.erase(in: window))
    forget()
    terminal.suspend()
  }

  /// Takes the terminal again after something else has stopped and continued the program.
  func resume() {
    guard terminal.isRaw else { return }
    terminal.enterRawMode()
    // Other programs may have cleared the terminal meanwhile.
    terminal.write(store.removeAll(from: terminal))
    invalidate()
  }

  /// Erases the screen, shows the remaining messages, and gives the terminal back.
  func close() {
    terminal.write(
      store.removeAll(from: terminal) + region.erase(in: window)
        + messages.map { $0 + "\r\n" }.joined())
    messages = []
    forget()
    terminal.restore()
  }

  private func forget() {
    drawn = nil
    drawnSize = nil
  }

  private var window: LiveRegion.Window {
    let size = terminal.size
    return LiveRegion.Window(rows: size.rows, columns: size.columns, cutsRows: cutsRows())
  }
}
