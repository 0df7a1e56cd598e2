internal import PhotoCodecs

/// The size of a terminal's window, in character cells.
struct TerminalSize: Hashable {
  let rows: Int
  let columns: Int
  /// A cell's size in pixels; nil where the terminal does not report it.
  var cell: PixelSize?
}

/// A terminal as a screen uses it.
protocol TerminalDevice: AnyObject {
  var size: TerminalSize { get }
  /// Whether single keys are read, and the screen may be drawn.
  var isRaw: Bool { get }
  func enterRawMode()
  func restore()
  /// Restores the terminal and stops the program; once it is continued, enters raw mode again and returns.
  func suspend()
  func write(_ text: String)
}
