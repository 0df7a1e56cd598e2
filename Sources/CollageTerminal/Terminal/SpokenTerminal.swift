internal import CollageKit
internal import Glibc
internal import SystemPackage

/// A terminal that is talked with line by line. It edits the typed line itself, and is sent no
/// escape sequence.
final class SpokenTerminal {
  private let output: FileDescriptor
  /// Where sentences are broken; nil to leave them whole.
  private let columns: Int?
  private var lines: LineReader

  /// The window's width is asked for once, here.
  init(input: FileDescriptor = .standardInput, output: FileDescriptor = .standardOutput) {
    self.output = output
    columns = SpokenLines.columns(of: output)
    lines = LineReader(input, path: "the terminal", waitForInput: SignalWatch.waitForInput)
  }

  /// The terminal that the program was started on, whatever the standard streams are; nil if there
  /// is none. Stays open.
  static func controlling() -> SpokenTerminal? {
    guard
      let device = try? FileDescriptor.open(
        "/dev/tty" as FilePath, .readWrite, options: [.closeOnExec, .init(rawValue: O_NOCTTY)])
    else { return nil }
    return SpokenTerminal(input: device, output: device)
  }

  /// A line for each sentence, broken between words where the window ends.
  func say(_ sentences: [String]) throws(CommandFailure) {
    try write(SpokenLines.text(sentences, columns: columns))
  }

  func say(_ sentence: String) throws(CommandFailure) { try say([sentence]) }

  /// The next line, after a prompt without its end; nil at the end of the input, and after a
  /// signal.
  func ask(_ prompt: String) throws(CommandFailure) -> LineReader.Line? {
    try write(prompt)
    do throws(BatchSourceError) {
      if let line = try lines.next() { return line }
    } catch {
      if error.errno == .interrupted { return nil }
      throw CommandFailure(.inputOutput, "reading the terminal failed: \(error.errno)")
    }
    // The prompt's line is still open.
    try write("\n")
    return nil
  }

  private func write(_ text: String) throws(CommandFailure) {
    guard (try? output.writeAll(text.utf8)) != nil else {
      throw CommandFailure(.inputOutput, "the terminal can't be written to")
    }
  }

  /// For other threads, such as those that report progress.
  var reporting: @Sendable (String) -> Void {
    { [output, columns] sentence in
      _ = try? output.writeAll(SpokenLines.text([sentence], columns: columns).utf8)
    }
  }
}
