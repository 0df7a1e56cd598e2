internal import Imaging

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
  /// Restores the terminal, after it has taken what was written, or after a limited time.
  func restore()
  /// Restores the terminal and stops the program; once it is continued, enters raw mode again and
  /// returns.
  func suspend()

  /// Takes the whole window: the alternate screen, with mouse reports and without wrapping.
  /// `leaveWindow` brings back what the window showed before, with the cursor where it was; so does
  /// `restore`.
  func enterWindow()
  func leaveWindow()

  /// Writes text after all text before it, without waiting for the terminal.
  func write(_ text: String)
  /// Whether the terminal has yet to take text that was written. What is drawn then would only
  /// wait.
  var isWriting: Bool { get }

  /// Sends a picture in pieces, while no text is waiting; text may come between two pieces. One at
  /// a time.
  func transmit(_ pieces: [[UInt8]])
  /// Whether pieces of a picture are still to be sent.
  var isTransmitting: Bool { get }
  /// Sends no more pieces of the picture; one that has begun is completed.
  func cancelTransmission()
  /// Called when the terminal has taken text or pieces that had to wait.
  var onProgress: (() -> Void)? { get set }
}
