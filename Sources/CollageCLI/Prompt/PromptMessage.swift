internal import CollageKit

/// A line that the prompt says.
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

/// What became of an order.
struct CommandOutcome {
  var messages: [PromptMessage] = []
  /// The exit code that a script ends with; nil when the order was carried out.
  var failure: ExitStatus?
  /// The collage that was saved.
  var saved: AssetID?
  /// What the owner of a photo should know, though it was used.
  var warnings: [String] = []
  /// Whether the front should end.
  var leaves = false

  static func refused(_ refusal: Refusal) -> CommandOutcome {
    CommandOutcome(messages: [.refusal(refusal.description)], failure: .usage)
  }

  static func failed(_ text: String, _ status: ExitStatus) -> CommandOutcome {
    CommandOutcome(messages: [.failure(text)], failure: status)
  }

  static func done(_ messages: PromptMessage...) -> CommandOutcome { CommandOutcome(messages: messages) }
}
