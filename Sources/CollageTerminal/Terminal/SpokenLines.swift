internal import Glibc
internal import LineEditing
internal import SystemPackage

/// Sentences as lines of a terminal.
enum SpokenLines {
  /// A line for each sentence, broken between words where the window ends.
  ///
  /// - Parameter columns: of the window; nil to break nothing.
  static func text(_ sentences: [String], columns: Int?) -> String {
    let sentences = sentences.filter { !$0.isEmpty }
    let rows = columns.map { columns in
      sentences.flatMap { DisplayWidth.rows(of: $0, columns: columns, indent: 0) }
    }
    return (rows ?? sentences).map { $0 + "\n" }.joined()
  }

  /// The width of a terminal's window; nil for anything else.
  static func columns(of output: FileDescriptor) -> Int? {
    var window = winsize()
    guard unsafe ioctl(output.rawValue, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return nil
    }
    return Int(window.ws_col)
  }
}
