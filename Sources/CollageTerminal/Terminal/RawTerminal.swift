internal import Dispatch
internal import Glibc
internal import Imaging
internal import SystemPackage

/// A terminal in raw mode for reading single keys, restored afterwards.
final class RawTerminal: TerminalDevice {
  /// How long restoring waits for the terminal to receive what was written.
  private static let flushTime = Duration.seconds(2)

  /// Where keys are read from.
  let input: FileDescriptor
  private let output: FileDescriptor
  private let original: termios
  private let rescue: TerminalRescue
  private(set) var isRaw = false
  /// Nil while writing waits for the terminal.
  private var writer: TerminalWriter?

  /// Nil if `input` is not a terminal.
  ///
  /// - Parameter output: the same terminal, for writing.
  init?(input: FileDescriptor = .standardInput, output: FileDescriptor = .standardOutput) {
    var modes = termios()
    guard unsafe tcgetattr(input.rawValue, &modes) == 0 else { return nil }
    self.input = input
    self.output = output
    original = modes
    rescue = TerminalRescue(input: input, output: output)
  }

  /// The controlling terminal of the process, whatever the standard streams are; nil if there is
  /// none. Stays open.
  static func controlling() -> RawTerminal? {
    guard
      let device = try? FileDescriptor.open(
        "/dev/tty" as FilePath, .readWrite, options: [.closeOnExec, .init(rawValue: O_NOCTTY)])
    else { return nil }
    return RawTerminal(input: device, output: device)
  }

  /// From now on writing doesn't wait for the terminal, if the system allows that. Everything else
  /// must then be used on this queue, too.
  ///
  /// - Parameter queue: a serial queue.
  func startWriting(on queue: DispatchQueue) { writer = TerminalWriter(to: output, on: queue) }

  /// Keys arrive one by one, without echo, including Ctrl-C and Ctrl-Z. Line ends are still
  /// translated on output.
  ///
  /// A program in the background stops until it is brought to the foreground.
  func enterRawMode() {
    // A shell may move us to the background any number of times; but if no shell can continue us,
    // stopping has no effect.
    for _ in 0..<100 where isInBackground { Self.stop(SIGTTOU) }
    var modes = original
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    modes.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
    rescue.arm(usesWindow: false)
    // Bracketed paste, so that line breaks in a paste are not Enter keys.
    set(modes, TCSANOW)
    write("\u{1B}[?2004h")
    isRaw = true
  }

  /// Restores the terminal as it was before `enterRawMode`. May be called twice.
  func restore() {
    guard isRaw else { return }
    leaveWindow()
    write(Self.mouseEnd + "\u{1B}[?2004l")
    let isFlushed = writer?.flush(within: Self.flushTime) ?? true
    set(original, isFlushed ? TCSADRAIN : TCSANOW)
    rescue.disarm()
    isRaw = false
  }

  func suspend() {
    let usedWindow = usesWindow
    restore()
    Self.stop(SIGTSTP)
    enterRawMode()
    if usedWindow { enterWindow() }
  }

  /// Starts and ends reports of the mouse; harmless if there are none.
  static let mouseStart = "\u{1B}[?1000h\u{1B}[?1006h"
  static let mouseEnd = "\u{1B}[?1006l\u{1B}[?1000l"

  /// Leaves the alternate screen and ends mouse reports; harmless if neither is in use.
  static let windowEnd = mouseEnd + "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private(set) var usesWindow = false {
    didSet { rescue.arm(usesWindow: usesWindow) }
  }

  func enterWindow() {
    guard isRaw, !usesWindow else { return }
    write("\u{1B}[?1049h\u{1B}[?7l\(Self.mouseStart)\u{1B}[H\u{1B}[2J")
    usesWindow = true
  }

  func leaveWindow() {
    guard usesWindow else { return }
    write(Self.windowEnd)
    usesWindow = false
  }

  /// Signals that stop the program. Other threads must block them, or `stop` would return too
  /// early.
  static let stops = [SIGTSTP, SIGTTIN, SIGTTOU]

  /// Stops the process group, as Ctrl-Z does, until it is continued; returns at once if no shell
  /// could continue it.
  private static func stop(_ number: Int32) {
    ThreadSignals.taking(stops) { _ = kill(0, number) }
  }

  private var isInBackground: Bool {
    let foreground = tcgetpgrp(input.rawValue)
    return foreground > 0 && foreground != getpgrp()
  }

  /// Rows and columns beyond these stay empty: no screen has that many, and the cost of drawing
  /// grows with them.
  private static let maxSize = (rows: 500, columns: 1000)

  var size: TerminalSize {
    var window = winsize()
    guard unsafe ioctl(output.rawValue, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0,
      window.ws_col > 0
    else {
      return TerminalSize(rows: 24, columns: 80)
    }
    let (rows, columns) = (Int(window.ws_row), Int(window.ws_col))
    let cell = PixelSize(
      width: Int(window.ws_xpixel) / columns, height: Int(window.ws_ypixel) / rows)
    return TerminalSize(
      rows: min(rows, Self.maxSize.rows), columns: min(columns, Self.maxSize.columns),
      cell: window.ws_xpixel > 0 && window.ws_ypixel > 0 ? cell : nil)
  }

  func write(_ text: String) {
    if let writer { return writer.write(text) }
    _ = try? output.writeAll(text.utf8)
  }

  var isWriting: Bool { writer?.isWriting ?? false }

  func transmit(_ pieces: [[UInt8]]) {
    if let writer { return writer.transmit(pieces) }
    for piece in pieces { _ = try? output.writeAll(piece) }
  }

  var isTransmitting: Bool { writer?.isTransmitting ?? false }

  func cancelTransmission() { writer?.cancelTransmission() }

  var onProgress: (() -> Void)? {
    get { writer?.onProgress }
    set { writer?.onProgress = newValue }
  }

  /// - Parameter action: TCSADRAIN to wait for output first, or TCSANOW.
  private func set(_ modes: termios, _ action: Int32 = TCSADRAIN) {
    var modes = modes
    unsafe tcsetattr(input.rawValue, action, &modes)
  }
}
