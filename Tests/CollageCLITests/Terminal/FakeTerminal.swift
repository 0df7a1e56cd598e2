import TestSupport

@testable import CollageCLI

/// A terminal in memory that shows what is written to it.
final class FakeTerminal: TerminalDevice {
  private(set) var model: ScreenModel
  private(set) var size: TerminalSize
  var isRaw = true
  /// What was written since this was last set.
  var output = ""

  init(rows: Int = 12, columns: Int = 40) {
    model = ScreenModel(rows: rows, columns: columns)
    size = TerminalSize(rows: rows, columns: columns)
  }

  func enterRawMode() { isRaw = true }

  func restore() { isRaw = false }

  func suspend() {}

  func write(_ text: String) {
    output += text
    // As the terminal's driver does it.
    model.feed(Array(text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8))
  }

  func resize(rows: Int, columns: Int) {
    model.resize(rows: rows, columns: columns)
    size = TerminalSize(rows: rows, columns: columns)
  }
}
