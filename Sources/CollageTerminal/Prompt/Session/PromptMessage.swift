internal import CollageKit
internal import SystemPackage

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
  /// A file that is named in the text.
  var link: FileLink?

  static func success(_ text: String) -> PromptMessage { PromptMessage(kind: .success, text: text) }
  static func failure(_ text: String) -> PromptMessage { PromptMessage(kind: .failure, text: text) }
  static func refusal(_ text: String) -> PromptMessage { PromptMessage(kind: .refusal, text: text) }
  static func plain(_ text: String) -> PromptMessage { PromptMessage(kind: .plain, text: text) }
}

/// The part of a text that names a file.
struct FileLink: Hashable {
  /// As it is in the text.
  let text: String
  /// The absolute path.
  let path: FilePath
}

/// The outcome of a command.
struct CommandOutcome {
  var messages: [PromptMessage] = []
  /// The exit code with which a script ends; nil if the command succeeded.
  var failure: ExitStatus?
  /// The collage that was saved.
  var saved: AssetID?
  /// A collage that no viewer could show.
  var unviewedPath: FilePath?
  /// A path to put on the terminal's clipboard.
  var copiedPath: FilePath?
  /// Warnings about photos that were used all the same.
  var warnings: [String] = []
  /// Whether the messages answer a question, so that the user wants to read them.
  var isAnswer = false
  /// Whether to end the prompt.
  var leaves = false

  static func refused(_ refusal: Refusal) -> CommandOutcome {
    CommandOutcome(messages: [.refusal(PromptTexts.refused(refusal))], failure: .usage)
  }

  static func failed(_ text: String, _ status: ExitStatus) -> CommandOutcome {
    failed(CommandFailure(status, text))
  }

  static func failed(_ error: some CommandError) -> CommandOutcome {
    CommandOutcome(messages: error.messages.map { .failure($0) }, failure: error.status)
  }

  static func failed(_ error: DestinationError) -> CommandOutcome {
    failed(error.message(.prompt), error.status)
  }

  static func failed(_ error: CollageError) -> CommandOutcome {
    CommandOutcome(messages: error.messages(.prompt).map { .failure($0) }, failure: error.status)
  }

  static func failed(_ error: LibraryError) -> CommandOutcome {
    guard case .unknown(let prefix, let folder) = error else {
      return failed(CommandFailure(error))
    }
    return failed(PromptTexts.noCollage(prefix, in: folder), .noInput)
  }

  static func failed(_ error: ReopeningError) -> CommandOutcome {
    switch error {
    case .library(let error): failed(error)
    case .noRecipe(let path): failed(PromptTexts.notACollage(path), .data)
    case .collage(let error): failed(error)
    }
  }

  static func done(_ messages: PromptMessage...) -> CommandOutcome {
    CommandOutcome(messages: messages)
  }

  /// The rows that answer a question.
  static func answer(_ rows: [String]) -> CommandOutcome {
    CommandOutcome(messages: rows.map { .plain($0) }, isAnswer: true)
  }
}
