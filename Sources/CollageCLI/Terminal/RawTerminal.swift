internal import Dispatch
internal import Glibc
internal import PhotoCodecs
internal import SystemPackage

/// The terminal on standard input, in raw mode for reading single keys, and restored afterwards.
final class RawTerminal: TerminalDevice {
  /// How long restoring waits for the terminal to take what was written.
  private static let flushTime = Duration.seconds(2)

  private let original: termios
  private(set) var isRaw = false
  /// Nil as long as writing waits for the terminal.
  private var writer: TerminalWriter?

  /// Nil when standard input is no terminal.
  init?() {
    var modes = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &modes) == 0 else { return nil }
    original = modes
  }

  /// From now on writing doesn't wait for the terminal, where the system allows that. Everything else must then be used on
  /// this queue, too.
  ///
  /// - Parameter queue: a serial queue.
  func startWriting(on queue: DispatchQueue) { writer = TerminalWriter(to: .standardOutput, on: queue) }

  /// Keys arrive one by one, without echo, including Ctrl-C and Ctrl-Z. Line ends are still translated on output.
  ///
  /// In the background, where the terminal belongs to another job, the program stops until it is brought to the
  /// foreground.
  func enterRawMode() {
    // A shell may move us any number of times; but where no shell can continue us, stopping has no effect.
    for _ in 0..<100 where isInBackground { Self.stop(SIGTTOU) }
    var modes = original
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    modes.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
    TerminalRescue.arm(original)
    // Bracketed paste, so that pasted line breaks are not Enter keys.
    set(modes, TCSANOW)
    write("\u{1B}[?2004h")
    isRaw = true
  }

  /// Restores the terminal as it was before `enterRawMode`. May be called twice.
  func restore() {
    guard isRaw else { return }
    write("\u{1B}[?2004l")
    let isFlushed = writer?.flush(within: Self.flushTime) ?? true
    set(original, isFlushed ? TCSADRAIN : TCSANOW)
    TerminalRescue.disarm()
    isRaw = false
  }

  func suspend() {
    restore()
    Self.stop(SIGTSTP)
    enterRawMode()
  }

  /// Signals that stop the program. Every other thread must block them, or `stop` would return before the process has
  /// stopped.
  static let stops = [SIGTSTP, SIGTTIN, SIGTTOU]

  /// Stops the process group, as the terminal's own Ctrl-Z does; returns when it has been continued, or at once where
  /// no shell could continue it.
  private static func stop(_ number: Int32) {
    ThreadSignals.taking(stops) { _ = kill(0, number) }
  }

  private var isInBackground: Bool {
    let foreground = tcgetpgrp(STDIN_FILENO)
    return foreground > 0 && foreground != getpgrp()
  }

  var size: TerminalSize {
    var window = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0, window.ws_col > 0 else {
      return TerminalSize(rows: 24, columns: 80)
    }
    let (rows, columns) = (Int(window.ws_row), Int(window.ws_col))
    guard window.ws_xpixel > 0, window.ws_ypixel > 0 else { return TerminalSize(rows: rows, columns: columns) }
    let cell = PixelSize(width: Int(window.ws_xpixel) / columns, height: Int(window.ws_ypixel) / rows)
    return TerminalSize(rows: rows, columns: columns, cell: cell)
  }

  func write(_ text: String) {
    if let writer { return writer.write(text) }
    _ = try? FileDescriptor.standardOutput.writeAll(text.utf8)
  }

  var isWriting: Bool { writer?.isWriting ?? false }

  func transmit(_ pieces: [[UInt8]]) {
    if let writer { return writer.transmit(pieces) }
    for piece in pieces { _ = try? FileDescriptor.standardOutput.writeAll(piece) }
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
    unsafe tcsetattr(STDIN_FILENO, action, &modes)
  }
}
