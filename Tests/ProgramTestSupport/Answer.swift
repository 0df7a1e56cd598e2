package import TestSupport

/// The result of a run of the program: its exit code, its whole standard output and its whole
/// standard error.
package struct Answer: Equatable {
  /// Nil if the program didn't exit by itself.
  package let code: Int32?
  package let output: String
  package let error: String

  package init(code: Int32?, output: String, error: String) {
    self.code = code
    self.output = output
    self.error = error
  }

  /// Success, with nothing on standard error.
  package static func done(_ output: String) -> Answer {
    Answer(code: 0, output: output, error: "")
  }

  /// Success, with `messages` on standard error, one line each.
  package static func done(_ output: String, saying messages: String...) -> Answer {
    Answer(code: 0, output: output, error: lines(messages))
  }

  /// Failure without a result; `messages` say why, one line each.
  package static func failed(_ code: Int32, _ messages: String...) -> Answer {
    Answer(code: code, output: "", error: lines(messages))
  }

  private static func lines(_ messages: [String]) -> String {
    messages.map { "collage: \($0)\n" }.joined()
  }
}

extension Outcome {
  package var answer: Answer { Answer(code: exitCode, output: output, error: error) }

  /// The asset id that `make` printed; empty when it printed anything but a line with an id.
  package var id: String {
    let text = output.dropLast()
    let isID =
      output.last == "\n" && text.utf8.count == 32
      && text.allSatisfy { "0123456789abcdef".contains($0) }
    return isID ? String(text) : ""
  }

  /// How many lines there are on standard error.
  package var errorLines: Int {
    error.split(separator: "\n", omittingEmptySubsequences: false).count - 1
  }
}
