import Glibc
package import SystemPackage

/// A pseudo-terminal with a program in it, whose controlling terminal it is.
///
/// Output is read only inside the functions that wait, so nothing changes between two of them. No
/// function waits for ever. The program is killed when this object goes away.
package final class PseudoTerminal {
  /// The screen after the output read so far; computed when it is accessed.
  package var screen: ScreenModel {
    model.feed(output[followed...])
    followed = output.count
    return model
  }

  /// All output read so far; its count before and after tells how much a step wrote.
  package private(set) var output: [UInt8] = []

  /// Whether all output has been read: nobody has the terminal open any more, or it was hung up.
  package private(set) var outputEnded = false

  /// How the terminal treated input and output before the program began.
  package let modesAtStart: TerminalModes

  /// How fast output is read, as by a slow connection; nil for as fast as it comes.
  package var bytesPerSecond: Int?

  private var model: ScreenModel
  /// How much of the output has been applied to the model.
  private var followed = 0
  private var terminal: OwnedDescriptor
  private let process: SpawnedProcess

  /// Starts the program; its standard input, output and error are the terminal, whatever its
  /// `standardInput` says.
  ///
  /// `TERM` is set to `xterm-256color` unless the environment has one. Throws `Errno` when there is
  /// no terminal to be had, or the program could not be started.
  package init(running program: ChildProcess, rows: Int = 24, columns: Int = 80) throws(Errno) {
    model = ScreenModel(rows: rows, columns: columns)
    var size = Self.size(rows: rows, columns: columns)
    var (ours, theirs): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard unsafe openpty(&ours, &theirs, &name, nil, &size) == 0 else {
      throw Errno(rawValue: errno)
    }
    terminal = OwnedDescriptor(FileDescriptor(rawValue: ours))
    var device = OwnedDescriptor(FileDescriptor(rawValue: theirs))
    modesAtStart = try Self.modes(of: terminal)
    _ = fcntl(ours, F_SETFD, FD_CLOEXEC)
    _ = fcntl(theirs, F_SETFD, FD_CLOEXEC)
    _ = fcntl(ours, F_SETFL, O_RDWR | O_NONBLOCK)

    var program = program
    program.environment.merge(["TERM": "xterm-256color"]) { given, _ in given }
    process = try SpawnedProcess(program, streams: .terminal(FilePath(platformString: name)))
    // The program has opened it by name; a second open end would keep us from noticing that the
    // program is gone.
    device.close()
  }

  /// The program's process id.
  package var id: Int32 { process.id }

  /// How the terminal treats input and output now; a program that has ended leaves them as it last
  /// set them.
  package var modes: TerminalModes {
    get throws(Errno) { try Self.modes(of: terminal) }
  }

  /// Types these bytes. Throws if the terminal accepts no more of them for `longestWait`.
  package func send(_ bytes: [UInt8]) throws(TerminalTimeout) {
    let deadline = ContinuousClock.now + longestWait
    var unsent = bytes[...]
    while !unsent.isEmpty {
      guard ContinuousClock.now < deadline, !outputEnded else { throw timeout }
      // A program may wait for us to read before it reads.
      receive(within: .zero)
      var end = pollfd(fd: terminal.number, events: Int16(POLLOUT | POLLIN), revents: 0)
      guard unsafe poll(&end, 1, 100) > 0, end.revents & Int16(POLLOUT) != 0 else { continue }
      let sent = unsafe unsent.withUnsafeBytes {
        unsafe write(terminal.number, $0.baseAddress, $0.count)
      }
      unsent = unsent.dropFirst(max(0, sent))
    }
  }

  /// Types this text in UTF-8; Return is `\r`, Ctrl-C is `\u{3}`.
  package func send(_ text: String) throws(TerminalTimeout) { try send(Array(text.utf8)) }

  /// Sends the signal to the program alone; one that has been waited for gets nothing.
  package func send(signal: Int32) { process.send(signal) }

  /// Resizes the terminal; the program is told by SIGWINCH.
  package func resize(rows: Int, columns: Int, _ behaviour: ResizeBehaviour = .wraps) {
    model = screen
    model.resize(rows: rows, columns: columns, behaviour)
    var size = Self.size(rows: rows, columns: columns)
    _ = unsafe ioctl(terminal.number, UInt(TIOCSWINSZ), &size)
  }

  /// Hangs up the terminal, as if its window were closed: the program gets SIGHUP, and can't read
  /// or write any more.
  package func hangUp() {
    terminal.close()
    outputEnded = true
  }

  /// Reads until the screen meets the condition, which is first checked against what has been read
  /// already, and never in the middle of a synchronised update.
  ///
  /// Throws if the time is over, or the output has ended, before it does.
  package func wait(
    within limit: Duration = longestWait, until condition: (ScreenModel) -> Bool
  ) throws(TerminalTimeout) {
    let deadline = ContinuousClock.now + limit
    while screen.isUpdating || !condition(screen) {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero, !outputEnded else { throw timeout }
      // What is waited for may also happen elsewhere, such as on a server, and leave the screen as
      // it is.
      receive(within: min(left, .milliseconds(100)))
    }
  }

  /// Reads until the output from now on ends with these bytes, without looking at the screen:
  /// following it takes a quarter of a microsecond per byte, too long for measuring.
  ///
  /// Throws if the time is over, or the output has ended, before that.
  package func wait(
    within limit: Duration = longestWait, forOutputEndingIn bytes: [UInt8]
  ) throws(TerminalTimeout) {
    let deadline = ContinuousClock.now + limit
    let start = output.count
    while !output[start...].suffix(bytes.count).elementsEqual(bytes) {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero, !outputEnded else { throw timeout }
      receive(within: left)
    }
  }

  /// Reads until nothing has come for a while, which must be longer than what the program's timers
  /// wait for, and the program and all that it has started are waiting: one that doesn't get a
  /// processor isn't quiet. Throws when that has not happened within the limit.
  package func waitUntilQuiet(
    for quiet: Duration = .milliseconds(200), within limit: Duration = longestWait
  ) throws(TerminalTimeout) {
    let deadline = ContinuousClock.now + limit
    while receive(within: quiet) || ProcessRest.isWorking(process.id) {
      guard ContinuousClock.now < deadline else { throw timeout }
    }
  }

  /// Reads until the program has ended. Throws when that has not happened within the limit.
  package func waitForEnd(within limit: Duration = longestWait) throws(TerminalTimeout)
    -> TerminationStatus
  {
    let deadline = ContinuousClock.now + limit
    while !process.hasEnded {
      guard ContinuousClock.now < deadline else { throw timeout }
      if outputEnded { usleep(2000) } else { receive(within: .milliseconds(5)) }
    }
    while ContinuousClock.now < deadline, receive(within: .zero) {}
    return process.wait().terminationStatus
  }

  /// Waits for the program to end while nothing reads its output. Throws when that has not happened
  /// within the limit.
  package func waitForEndWithoutReading(within limit: Duration) throws(TerminalTimeout)
    -> TerminationStatus
  {
    let deadline = ContinuousClock.now + limit
    while !process.hasEnded {
      guard ContinuousClock.now < deadline else { throw timeout }
      usleep(2000)
    }
    return process.wait().terminationStatus
  }

  private var timeout: TerminalTimeout { TerminalTimeout(outputEnded: outputEnded, screen: screen) }

  /// Waits for output and takes what there is; false when none came.
  @discardableResult
  private func receive(within limit: Duration) -> Bool {
    guard !outputEnded else { return false }
    var end = pollfd(fd: terminal.number, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&end, 1, Int32((limit.seconds * 1000).rounded(.up))) > 0 else { return false }
    // A millisecond's worth of a slow connection.
    if bytesPerSecond != nil { usleep(1000) }
    var chunk = [UInt8](repeating: 0, count: bytesPerSecond.map { max($0 / 1000, 1) } ?? 65536)
    let count = unsafe read(terminal.number, &chunk, chunk.count)
    guard count > 0 else {
      // EIO is the end: nobody has the program's side open.
      outputEnded = errno == EIO
      return false
    }
    output += chunk.prefix(count)
    return true
  }

  private static func modes(of terminal: borrowing OwnedDescriptor) throws(Errno) -> TerminalModes {
    var modes = termios()
    guard unsafe tcgetattr(terminal.number, &modes) == 0 else { throw Errno(rawValue: errno) }
    return TerminalModes(modes)
  }

  private static func size(rows: Int, columns: Int) -> winsize {
    winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
  }
}
