internal import CProcess
internal import SystemPackage

/// Restores the terminal when a signal or a crash ends the program before it can do so itself.
///
/// Safe, because the C side never frees what the pointers stand for.
@safe struct TerminalRescue {
  private let line: OpaquePointer?
  private let window: OpaquePointer?

  /// Must be called before the terminal is in raw mode.
  init(input: FileDescriptor, output: FileDescriptor) {
    // Ends a string, such as that of a picture, and a synchronised update.
    let end = "\u{1B}\\\u{1B}[?2026l"
    // Turns wrapping on, ends bracketed paste, and leaves the prompt's row.
    let farewell = RawTerminal.mouseEnd + "\u{1B}[?7h\u{1B}[?2004l\u{1B}[0m\r\n"
    unsafe line = cprocess_remember_terminal(input.rawValue, output.rawValue, end + farewell)
    unsafe window = cprocess_remember_terminal(
      input.rawValue, output.rawValue, end + RawTerminal.windowEnd + farewell)
  }

  /// From now on the terminal is restored if the program ends.
  ///
  /// - Parameter usesWindow: whether the alternate screen must be left, too.
  func arm(usesWindow: Bool) { unsafe cprocess_set_raw_terminal(usesWindow ? window : line) }

  /// Call it when the terminal has been restored.
  func disarm() { cprocess_set_raw_terminal(nil) }
}
