internal import Glibc
internal import SystemPackage
internal import ThreadPool

/// The three descriptors that every program starts with.
package enum StandardStreams {
  /// Occupies the closed ones, so that no file opened later gets such a number and is taken for a
  /// standard stream. Reading or writing them still fails.
  package static func reserve() {
    for (number, unusable) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(number, F_GETFD) == -1 {
      // `open` returns the lowest free number, so the lower ones are in use.
      _ = unsafe open("/dev/null", unusable)
    }
  }
}

/// Where results go.
package enum StandardOutput {
  /// Returns false if writing fails: the stream is closed, or its disk is full.
  package static func write(_ bytes: [UInt8]) -> Bool {
    (try? FileDescriptor.standardOutput.writeAll(bytes)) != nil
  }

  /// Writes a command's result, one line each.
  ///
  /// - Parameter loss: what is lost if the result can't be written, for the message.
  package static func answer(_ lines: [String], or loss: String = "the result")
    throws(CommandFailure)
  {
    try answer(Array(lines.map { $0 + "\n" }.joined().utf8), or: loss)
  }

  /// Writes a list, one line each. It is no error if the reader closes the pipe early.
  package static func list(_ lines: [String]) throws(CommandFailure) {
    _ = try list(Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// Writes part of such a list; returns false if the reader has closed the pipe.
  package static func list(_ bytes: [UInt8]) throws(CommandFailure) -> Bool {
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
      return true
    } catch {
      if error as? Errno == .brokenPipe { return false }
      throw CommandFailure(.inputOutput, "the result can't be written to standard output")
    }
  }

  /// Writes a command's result, byte for byte.
  package static func answer(_ bytes: [UInt8], or loss: String = "the result")
    throws(CommandFailure)
  {
    guard write(bytes) else {
      throw CommandFailure(.inputOutput, "\(loss) can't be written to standard output")
    }
  }
}

/// Standard error, for everything but results.
package enum StandardError {
  package static func error(_ messages: [String]) {
    if AccessibleMode.current != nil {
      return say(messages.map { SpokenText.sentence($0, keeping: names) })
    }
    write(messages.map { "collage: \($0)\n" }.joined())
  }

  /// Tells somebody who sees the answer on a terminal what a script doesn't need to know.
  package static func tellReader(_ messages: [String]) {
    let terminals = [FileDescriptor.standardOutput, .standardError]
    if terminals.allSatisfy({ isatty($0.rawValue) == 1 }) { error(messages) }
  }

  package static func write(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }

  /// Writes sentences for somebody who has them read aloud.
  package static func say(_ sentences: [String]) {
    write(SpokenLines.text(sentences, columns: columns))
  }

  /// The window's width when it was first needed; nil where there is none.
  private static let columns = SpokenLines.columns(of: .standardError)
  /// What the user has named stays as it is.
  private static let names = RawText.arguments.map(\.displayedRaw)

  /// A line that a narrow terminal cuts off instead of wrapping, so that it can be erased.
  package static func unwrapped(_ line: String) -> String { "\u{1B}[?7l\(line)\u{1B}[?7h" }

  /// Whether standard error is a terminal that understands cursor movements, and may be sent some.
  package static var isTerminal: Bool {
    AccessibleMode.current == nil && isatty(FileDescriptor.standardError.rawValue) == 1
      && Environment["TERM"].map { $0 != "dumb" } ?? false
  }
}

extension AccessibleMode {
  private static let isAnnounced = Locked(false)

  /// Says on standard error that the mode is on, if it is; once.
  package static func announce() { StandardError.say(announcement()) }

  /// What is still to be said of that; nothing after the first call.
  static func announcement() -> [String] {
    isAnnounced.withLock { isAnnounced in
      defer { isAnnounced = true }
      return isAnnounced ? [] : current?.sentences ?? []
    }
  }
}
