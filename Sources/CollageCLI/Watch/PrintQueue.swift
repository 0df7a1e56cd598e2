internal import CProcess
internal import CollageKit
internal import CollageTerminal
internal import Files
internal import Glibc
internal import LineEditing
internal import ReactiveTraits
internal import SystemPackage

/// Runs a command for each collage, one after the other, without a shell.
struct PrintQueue {
  private let words: [String]
  private let signals: SignalWatch
  /// Files for which the command has failed, in order.
  private var failed: [FilePath] = []
  private var nextTry = ContinuousClock.now

  private static let placeholder = "{file}"
  private static let pause = Duration.seconds(10)

  /// - Parameter command: with quotes as in a shell.
  init(_ command: String, _ signals: SignalWatch) {
    let words = ShellWords.split(command).map(\.text)
    self.words =
      words.contains { $0.contains(Self.placeholder) } ? words : words + [Self.placeholder]
    self.signals = signals
  }

  var hasFailed: Bool { !failed.isEmpty }

  /// A sentence for each file for which the command wasn't run to its end, or has failed.
  var failures: [String] { failed.map { "\($0.displayed): \(words[0]) has failed for it" } }

  /// Those that have failed before come first.
  mutating func print(_ file: FilePath) {
    nextTry = .now
    failed.append(file)
    retry()
  }

  /// Tries again those that have failed, if the last time is a while ago. Tells of each failure.
  mutating func retry() {
    guard hasFailed, ContinuousClock.now >= nextTry else { return }
    while let file = failed.first, !signals.cancellation.isCancelled {
      if let reason = run(file) {
        // It is told at the end that it isn't printed.
        if signals.cancellation.isCancelled { return }
        StandardError.error([
          "\(file.displayed): \(words[0]) \(reason); it is tried again in a while"
        ])
        nextTry = .now + Self.pause
        return
      }
      failed.removeFirst()
    }
  }

  /// - Returns: what went wrong; nil if nothing did.
  private func run(_ file: FilePath) -> String? {
    var id: pid_t = 0
    let bytes = words.map { word in
      Array(word.utf8).replacing(Array(Self.placeholder.utf8), with: file.bytes) + [0]
    }
    var arguments = unsafe bytes.map { word in
      unsafe word.withUnsafeBufferPointer { buffer in
        unsafe buffer.withMemoryRebound(to: CChar.self) { unsafe strdup($0.baseAddress!) }
      }
    }
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let failure = unsafe arguments.withUnsafeBufferPointer { arguments in
      var child = unsafe cprocess_child()
      unsafe child.program = UnsafePointer(arguments[0])
      unsafe child.arguments = arguments.baseAddress
      return unsafe cprocess_spawn(&id, &child)
    }
    if failure != 0 { return "can't be started: \(Errno(rawValue: failure).description)" }
    return Self.outcome(of: id, signals)
  }

  /// Waits until a process has ended; ends it if this program is to end.
  private static func outcome(of id: pid_t, _ signals: SignalWatch) -> String? {
    var status: Int32 = 0
    while true {
      let ended = unsafe waitpid(id, &status, WNOHANG)
      if ended == id { break }
      if ended < 0, errno != EINTR { return nil }
      if signals.cancellation.isCancelled {
        kill(id, SIGTERM)
        return "was stopped"
      }
      usleep(5_000)
    }
    if status == 0 { return nil }
    let signal = status & 0x7F
    return signal == 0 ? "ended with \(status >> 8 & 0xFF)" : "was ended by signal \(signal)"
  }
}
