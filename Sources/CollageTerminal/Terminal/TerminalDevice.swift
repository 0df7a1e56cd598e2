internal import Imaging

/// The size of a terminal's window, in character cells.
struct TerminalSize: Hashable {
  let rows: Int
  let columns: Int
  /// A cell's size in pixels; nil if the terminal doesn't report it.
  var cell: PixelSize?
}

/// A terminal, as a screen uses it.
protocol TerminalDevice: AnyObject {
  var size: TerminalSize { get }
  /// Whether single keys are read, so that the screen may be drawn.
  var isRaw: Bool { get }
  func enterRawMode()
  /// Restores the terminal after it has received what was written, or after a limited time.
  func restore()
  /// Restores the terminal and stops the program. Once the program is continued, enters raw mode
  /// again and returns.
  func suspend()

  /// Takes the whole window: the alternate screen, with mouse reports and without wrapping.
  /// `leaveWindow` restores what the window showed before and the cursor's place; so does
  /// `restore`.
  func enterWindow()
  func leaveWindow()

  /// Writes text after all text before it, without waiting for the terminal.
  func write(_ text: String)
  /// Whether the terminal has yet to receive text that was written, so that anything drawn now
  /// would only wait.
  var isWriting: Bool { get }

  /// Sends a picture in pieces while no text is waiting; text may come between two pieces. One
  /// picture at a time.
  func transmit(_ pieces: [[UInt8]])
  /// Whether pieces of a picture are still to be sent.
  var isTransmitting: Bool { get }
  /// Sends no more pieces of the picture, except for the rest of one that has begun.
  func cancelTransmission()
  /// Called when the terminal has received text or pieces that had to wait.
  var onProgress: (() -> Void)? { get set }
}
