internal import CollageKit
internal import Dispatch
internal import LineEditing
internal import OpenCombine
internal import ReactiveTraits
internal import SystemPackage

/// Keeps what the user enters in the prompt's history file before it is performed. The file is
/// written in the background, so that a slow disk doesn't delay any key.
final class HistoryRecorder: Sendable {
  enum Entry: Hashable, Sendable {
    case line(String)
    /// The user wants to leave. Not recorded, but passed on in order with the lines.
    case endOfInput
  }

  /// Nil if the user has no folder for it.
  private let file = UserFolders.state.map { HistoryFile($0.appending("history")) }
  private let queue = DispatchQueue(label: "collage.history", qos: .userInteractive)
  private let added = Signal<Entry>()

  /// The history of earlier prompts. Reads the file.
  func load() -> History { file?.load() ?? History() }

  func add(_ entry: Entry) { added.accept(entry) }

  /// Every entry added after subscription, in order, after the file was written; never ends.
  func entries(on reader: DispatchQueue) -> AnyPublisher<Entry, Never> {
    added.publisher
      .receive(on: .queue(queue))
      .handleEvents(receiveOutput: { [file] entry in
        if case .line(let line) = entry, Self.isWorthKeeping(line) { file?.append(line) }
      })
      .receive(on: .queue(reader))
  }

  /// Passwords must not be kept on the disk.
  private static func isWorthKeeping(_ line: String) -> Bool {
    !ShellWords.split(line).contains { PhotoURL($0.bytes)?.hasSecrets == true }
  }
}
