internal import LineEditing

/// The part of a terminal's window that a program draws in place, and the messages that scroll away above it. Draws only
/// what has changed: a keystroke costs one row.
///
/// Knows nothing of what it shows. Must be used on one queue only.
final class TerminalScreen {
  /// Everything that is drawn in place. No row may be wider than the window.
  struct Content: Hashable {
    /// The rows at the top, such as a picture.
    var rows: [LiveRegion.Row] = []
    /// The row above the prompt.
    var status: String
    var prompt: LiveRegion.PromptRow
  }

  /// Whether the terminal truncates long rows when the window becomes narrower; others wrap them again.
  var cutsRows = false

  private let terminal: any TerminalDevice
  private var region = LiveRegion()
  /// Messages that are still to be shown.
  private var messages: [String] = []
  /// What the window shows; nil if everything must be drawn again.
  private var drawn: Content?
  /// The window's size at the last drawing; nil while nothing is shown.
  private var drawnSize: TerminalSize?

  init(_ terminal: any TerminalDevice) { self.terminal = terminal }

  /// In columns.
  var width: Int { terminal.size.columns }

  /// Whether the window has another size than when the screen was drawn, though no event has told so yet. Drawing would
  /// then leave rows behind.
  var isOutdated: Bool { drawnSize.map { $0 != terminal.size } ?? false }

  /// Shows a row above everything at the next drawing; it stays when the screen goes.
  func append(_ row: String) { messages.append(row) }

  /// Shows the content and the messages since the last drawing. Does nothing unless the terminal is in raw mode.
  func draw(_ content: Content) {
    guard terminal.isRaw else { return }
    drawnSize = terminal.size
    if drawn?.rows != content.rows || !messages.isEmpty {
      terminal.write(
        region.draw(messages: messages, rows: content.rows + [.text(content.status)], prompt: content.prompt))
      messages = []
    } else if drawn?.status != content.status {
      terminal.write(region.draw(lastRow: content.status, content.prompt))
    } else if drawn?.prompt != content.prompt {
      terminal.write(region.draw(content.prompt))
    }
    drawn = content
  }

  /// Draws everything at the next drawing.
  func invalidate() { drawn = nil }

  /// Erases what was drawn before the window changed its size.
  func windowResized() {
    if terminal.isRaw { terminal.write(LiveRegion.begin + region.erase(in: window)) }
    forget()
  }

  /// Clears the whole window.
  func clear() {
    terminal.write(region.clearWindow())
    invalidate()
  }

  /// Gives the terminal back, as it was, and stops the program; returns when it is continued.
  func suspend() {
    terminal.write(region.erase(in: window))
    forget()
    terminal.suspend()
  }

  /// Takes the terminal again after something else has stopped and continued the program.
  func resume() {
    guard terminal.isRaw else { return }
    terminal.enterRawMode()
    invalidate()
  }

  /// Erases the screen, shows the messages that are left, and gives the terminal back.
  func close() {
    terminal.write(region.erase(in: window) + messages.map { $0 + "\r\n" }.joined())
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
    return LiveRegion.Window(rows: size.rows, columns: size.columns, cutsRows: cutsRows)
  }
}
