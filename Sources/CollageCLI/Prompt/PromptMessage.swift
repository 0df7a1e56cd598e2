internal import CollageKit

/// A message of the prompt.
struct PromptMessage: Hashable {
  enum Kind: Hashable {
    case success
    case failure
    /// A rule's refusal.
    case refusal
    case plain
  }

  let kind: Kind
  let text: String

  static func success(_ text: String) -> PromptMessage { PromptMessage(kind: .success, text: text) }
  static func failure(_ text: String) -> PromptMessage { PromptMessage(kind: .failure, text: text) }
  static func refusal(_ text: String) -> PromptMessage { PromptMessage(kind: .refusal, text: text) }
  static func plain(_ text: String) -> PromptMessage { PromptMessage(kind: .plain, text: text) }
}

/// The outcome of a command.
struct CommandOutcome {
  var messages: [PromptMessage] = []
  /// The exit code with which a script ends; nil when the command succeeded.
  var failure: ExitStatus?
  /// The collage that was saved.
  var saved: AssetID?
  /// Warnings about photos that were used all the same.
  var warnings: [String] = []
  /// Whether the messages answer a question, for the user to read.
  var isAnswer = false
  /// Whether the front should end.
  var leaves = false

  static func refused(_ refusal: Refusal) -> CommandOutcome {
    CommandOutcome(messages: [.refusal(refusal.description)], failure: .usage)
  }

  static func failed(_ text: String, _ status: ExitStatus) -> CommandOutcome {
    CommandOutcome(messages: [.failure(text)], failure: status)
  }

  static func done(_ messages: PromptMessage...) -> CommandOutcome { CommandOutcome(messages: messages) }

  /// The rows that answer a question.
  static func answer(_ rows: [String]) -> CommandOutcome {
    CommandOutcome(messages: rows.map { .plain($0) }, isAnswer: true)
  }
}
