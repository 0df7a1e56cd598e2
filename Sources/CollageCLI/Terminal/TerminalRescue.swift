internal import Glibc

/// Gives the terminal back when a signal kills the program that no queue is asked about: SIGQUIT, and those of our own
/// faults. The program dies of the signal all the same.
///
/// A signal handler may come between any two instructions. So what it needs is in memory of its own that was filled before;
/// it allocates nothing, and calls nothing but what POSIX lets signal handlers call.
enum TerminalRescue {
  @unsafe private struct State {
    var modes = termios()
    var isArmed = false
    /// Ends an update and bracketed paste, lets rows wrap, and leaves the prompt's row.
    let farewell: UnsafeMutableBufferPointer<UInt8>
    /// What each signal did before, by its number: for a fault the Swift runtime may show where it happened.
    let previous: UnsafeMutablePointer<sigaction>
  }

  private static let signals = [SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS]

  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let text = Array("\u{1B}[?2026l\u{1B}[?7h\u{1B}[?2004l\u{1B}[0m\r\n".utf8)
    let farewell = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = unsafe farewell.initialize(from: text)
    let count = Int(signals.max() ?? 0) + 1
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: count)
    unsafe previous.initialize(repeating: sigaction(), count: count)
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe state.initialize(to: State(farewell: farewell, previous: previous))
    return unsafe state
  }()

  /// From now on these modes are set when the program is killed. Signals that are ignored stay so.
  static func arm(_ modes: termios) {
    unsafe state.pointee.modes = modes
    unsafe state.pointee.isArmed = true
    installed
  }

  /// The terminal is as it was.
  static func disarm() { unsafe state.pointee.isArmed = false }

  /// The handlers, from the first use on.
  private static let installed: Void = {
    for number in signals {
      let previous = unsafe state.pointee.previous + Int(number)
      guard unsafe sigaction(number, nil, previous) == 0 else { continue }
      let handler = unsafe unsafeBitCast(previous.pointee.__sigaction_handler.sa_handler, to: Int.self)
      if unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      // Asking to quit is no fault that somebody would want to look into.
      if number == SIGQUIT { unsafe previous.pointee = sigaction() }
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_sigaction = { number, info, _ in
        unsafe TerminalRescue.run(number, info?.pointee.si_code ?? 0)
      }
      action.sa_flags = SA_SIGINFO
      unsafe sigaction(number, &action, nil)
    }
  }()

  private static func run(_ number: Int32, _ code: Int32) {
    // In the background the terminal is somebody else's.
    if unsafe state.pointee.isArmed, tcgetpgrp(STDIN_FILENO) == getpgrp() {
      let farewell = unsafe state.pointee.farewell
      _ = unsafe write(STDOUT_FILENO, farewell.baseAddress, farewell.count)
      _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &state.pointee.modes)
    }
    unsafe sigaction(number, state.pointee.previous + Int(number), nil)
    // An instruction that is at fault (above 0) is at fault again; a signal that was sent has to be sent again, and is held
    // back until this returns.
    if code <= 0 || number == SIGTRAP { raise(number) }
  }
}
