/// What a child process finds on its standard input.
package enum StandardInput: Sendable {
  /// `/dev/null`: the end of the input at once.
  case empty
  /// A pipe that holds these bytes, then ends.
  case bytes([UInt8])
  /// A pipe that holds these bytes and does not end before the child has closed both its outputs or
  /// has ended.
  case heldOpen(after: [UInt8])

  /// A pipe that holds this text in UTF-8, then ends.
  package static func text(_ text: String) -> Self { .bytes(Array(text.utf8)) }

  /// What is to be written to the pipe.
  var bytesToSend: [UInt8] {
    switch self {
    case .empty: []
    case .bytes(let bytes), .heldOpen(let bytes): bytes
    }
  }

  /// Whether the input ends after those bytes.
  var ends: Bool {
    if case .heldOpen = self { false } else { true }
  }
}
