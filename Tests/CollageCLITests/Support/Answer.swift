import TestSupport

/// What a run of the program comes to: its exit code, all of its standard output and all of its
/// standard error.
struct Answer: Equatable {
  /// Nil when the program did not exit by itself.
  let code: Int32?
  let output: String
  let error: String

  /// The work was done, and there was nothing to say about it.
  static func done(_ output: String) -> Answer { Answer(code: 0, output: output, error: "") }

  /// The work was done; `messages` are on standard error, a line each.
  static func done(_ output: String, saying messages: String...) -> Answer {
    Answer(code: 0, output: output, error: lines(messages))
  }

  /// Nothing was done; `messages` say why, a line each.
  static func failed(_ code: Int32, _ messages: String...) -> Answer {
    Answer(code: code, output: "", error: lines(messages))
  }

  private static func lines(_ messages: [String]) -> String {
    messages.map { "collage: \($0)\n" }.joined()
  }
}

extension Outcome {
  var answer: Answer { Answer(code: exitCode, output: output, error: error) }

  /// The asset id that `make` printed; empty when it printed anything but a line with an id.
  var id: String {
    let text = output.dropLast()
    let isID =
      output.last == "\n" && text.utf8.count == 32
      && text.allSatisfy { "0123456789abcdef".contains($0) }
    return isID ? String(text) : ""
  }

  /// How many lines there are on standard error.
  var errorLines: Int { error.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }
}
