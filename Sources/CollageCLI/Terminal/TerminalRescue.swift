internal import Glibc

/// Gives the terminal back when a signal kills the program that no queue is asked about: SIGQUIT, and those of our own
/// faults. The program dies of the signal all the same.
///
/// A signal handler may come between any two instructions. So what it needs is in memory of its own that was filled before;
/// it allocates nothing, and calls nothing but what POSIX lets signal handlers call.
enum TerminalRescue {
  @unsafe private struct State {
    var modes: termios
    var isArmed: Bool
    /// Ends an update and bracketed paste, lets rows wrap, and leaves the prompt's row.
    let farewell: UnsafeMutableBufferPointer<UInt8>
  }

  private static let signals = [SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS]

  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let text = Array("\u{1B}[?2026l\u{1B}[?7h\u{1B}[?2004l\u{1B}[0m\r\n".utf8)
    let farewell = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = unsafe farewell.initialize(from: text)
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe state.initialize(to: State(modes: termios(), isArmed: false, farewell: farewell))
    return unsafe state
  }()

  /// From now on these modes are set when the program is killed. A signal that is ignored or handled otherwise is left alone.
  static func arm(_ modes: termios) {
    unsafe state.pointee.modes = modes
    unsafe state.pointee.isArmed = true
    for number in signals where SignalAction.isDefault(number) {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { TerminalRescue.run($0) }
      // The next one of the kind, which is raised below, has its usual effect.
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      unsafe sigaction(number, &action, nil)
    }
  }

  /// The terminal is as it was.
  static func disarm() { unsafe state.pointee.isArmed = false }

  private static func run(_ number: Int32) {
    // In the background the terminal is somebody else's.
    if unsafe state.pointee.isArmed, tcgetpgrp(STDIN_FILENO) == getpgrp() {
      let farewell = unsafe state.pointee.farewell
      _ = unsafe write(STDOUT_FILENO, farewell.baseAddress, farewell.count)
      _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &state.pointee.modes)
    }
    // It is held back until this returns.
    raise(number)
  }
}

/// What a signal does.
enum SignalAction {
  /// Whether it has its usual effect.
  static func isDefault(_ number: Int32) -> Bool {
    var action = sigaction()
    return unsafe sigaction(number, nil, &action) == 0
      && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
  }
}
