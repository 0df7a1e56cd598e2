import TestSupport

@testable import CollageTerminal

/// A terminal in memory that shows what is written to it.
final class FakeTerminal: TerminalDevice {
  private(set) var model: ScreenModel
  private(set) var size: TerminalSize
  var isRaw = true
  /// What was written since this was last set.
  var output = ""
  /// Whether pieces of pictures are taken only by `takePiece`.
  var isSlow = false
  private var pieces: ArraySlice<[UInt8]> = []
  var onProgress: (() -> Void)?

  init(rows: Int = 12, columns: Int = 40) {
    model = ScreenModel(rows: rows, columns: columns)
    size = TerminalSize(rows: rows, columns: columns)
  }

  func enterRawMode() { isRaw = true }

  func restore() { isRaw = false }

  func suspend() {}

  func enterWindow() { write("\u{1B}[?1049h") }

  func leaveWindow() { write("\u{1B}[?1049l") }

  func write(_ text: String) {
    output += text
    // As the terminal's driver does it.
    model.feed(Array(text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8))
  }

  var isWriting: Bool { false }

  func transmit(_ pieces: [[UInt8]]) {
    self.pieces = pieces[...]
    while !isSlow, isTransmitting { takePiece() }
  }

  var isTransmitting: Bool { !pieces.isEmpty }

  func cancelTransmission() { pieces = [] }

  /// Takes the next piece of a picture.
  func takePiece() {
    guard let piece = pieces.popFirst() else { return }
    write(String(decoding: piece, as: UTF8.self))
    if isSlow, pieces.isEmpty { onProgress?() }
  }

  func resize(rows: Int, columns: Int) {
    model.resize(rows: rows, columns: columns)
    size = TerminalSize(rows: rows, columns: columns)
  }
}
