internal import Glibc
internal import SystemPackage

/// Restores the terminal when the program is killed by a signal that no queue handles: SIGQUIT, and those of crashes.
/// The signal still ends the program.
///
/// A signal handler may run between any two instructions. So it uses only memory that was filled in advance, allocates
/// nothing, and calls only functions that POSIX lists as safe in signal handlers.
enum TerminalRescue {
  @unsafe private struct State {
    var modes = termios()
    var isArmed = false
    var input = STDIN_FILENO
    var output = STDOUT_FILENO
    /// Whether the whole window is in use; `windowFarewell` is then sent first.
    var usesWindow = false
    /// Ends a string such as a picture's and a synchronised update, leaves the alternate screen, and ends mouse reports.
    let windowFarewell: UnsafeMutableBufferPointer<UInt8>
    /// Ends a string such as a picture's, a synchronised update and bracketed paste, turns wrapping on, and leaves the prompt's row.
    let farewell: UnsafeMutableBufferPointer<UInt8>
    /// The previous action of each signal, by its number: for a crash the Swift runtime may print a backtrace.
    let previous: UnsafeMutablePointer<sigaction>
  }

  private static let signals = [SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS]

  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let windowFarewell = unsafe buffer(of: "\u{1B}\\\u{1B}[?2026l" + RawTerminal.windowEnd)
    let farewell = unsafe buffer(of: "\u{1B}\\\u{1B}[?2026l\u{1B}[?7h\u{1B}[?2004l\u{1B}[0m\r\n")
    let count = Int(signals.max() ?? 0) + 1
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: count)
    unsafe previous.initialize(repeating: sigaction(), count: count)
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe state.initialize(to: State(windowFarewell: windowFarewell, farewell: farewell, previous: previous))
    return unsafe state
  }()

  @unsafe private static func buffer(of text: String) -> UnsafeMutableBufferPointer<UInt8> {
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = unsafe buffer.initialize(from: text.utf8)
    return unsafe buffer
  }

  /// From now on these modes are restored when the program is killed. Signals that are ignored stay ignored.
  static func arm(_ modes: termios, input: FileDescriptor, output: FileDescriptor) {
    unsafe state.pointee.modes = modes
    unsafe state.pointee.input = input.rawValue
    unsafe state.pointee.output = output.rawValue
    unsafe state.pointee.isArmed = true
    installed
  }

  /// Whether the alternate screen must be left, too.
  static var usesWindow: Bool {
    get { unsafe state.pointee.usesWindow }
    set { unsafe state.pointee.usesWindow = newValue }
  }

  /// The terminal has been restored.
  static func disarm() { unsafe state.pointee.isArmed = false }

  /// Installs the handlers on first use.
  private static let installed: Void = {
    for number in signals {
      let previous = unsafe state.pointee.previous + Int(number)
      guard unsafe sigaction(number, nil, previous) == 0 else { continue }
      let handler = unsafe unsafeBitCast(previous.pointee.__sigaction_handler.sa_handler, to: Int.self)
      if unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      // SIGQUIT is a request, not a crash that needs a backtrace.
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
    // In the background the terminal belongs to another job.
    if unsafe state.pointee.isArmed, tcgetpgrp(unsafe state.pointee.input) == getpgrp() {
      if unsafe state.pointee.usesWindow { unsafe send(state.pointee.windowFarewell) }
      unsafe send(state.pointee.farewell)
      _ = unsafe tcsetattr(state.pointee.input, TCSANOW, &state.pointee.modes)
    }
    unsafe sigaction(number, state.pointee.previous + Int(number), nil)
    // A faulting instruction (code above 0) faults again by itself; a signal that was sent must be raised again, and
    // stays blocked until this returns.
    if code <= 0 || number == SIGTRAP { raise(number) }
  }

  @unsafe private static func send(_ text: UnsafeMutableBufferPointer<UInt8>) {
    _ = unsafe write(state.pointee.output, text.baseAddress, text.count)
  }
}
