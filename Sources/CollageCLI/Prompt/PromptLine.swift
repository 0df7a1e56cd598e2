internal import Dispatch
internal import LineEditing
internal import OpenCombine
internal import ReactiveTraits

/// The line being typed, with its history and completion: keys in, actions out.
///
/// Must be used on its own queue only; completions are looked up in the background.
final class PromptLine: @unchecked Sendable {
  enum Action: Hashable {
    /// The line has changed.
    case edited
    case submitted(String)
    /// Control-D on an empty line.
    case endOfInput
    /// The possible completions of a word, for the user to read.
    case choices(Completion)
    case redraw
    case suspend
    case bell
  }

  typealias Candidates = @Sendable (WordUnderCursor) -> [Completion.Candidate]

  private let queue: DispatchQueue
  private let candidates: Candidates
  private var editor: LineEditor
  private var handler: ((Action) -> Void)?
  /// The look-up of completions. Keys that are typed meanwhile wait for it.
  private var completion: AnyCancellable?
  private var heldKeys: [Key] = []

  /// - Parameters:
  ///   - queue: a serial queue.
  ///   - candidates: finds the completions of a word, in the background.
  init(history: History, on queue: DispatchQueue, candidates: @escaping Candidates) {
    self.queue = queue
    self.candidates = candidates
    editor = LineEditor(history: history)
  }

  /// - Parameter handler: receives every action.
  func start(_ handler: @escaping (Action) -> Void) { self.handler = handler }

  func stop() {
    completion = nil
    handler = nil
  }

  /// The part of the line that a window of this width, in columns, shows.
  func row(prompt: String, columns: Int) -> LiveRegion.PromptRow {
    let view = editor.view(prompt: prompt, columns: columns)
    return LiveRegion.PromptRow(beforeCursor: view.prompt + view.before, afterCursor: view.after)
  }

  /// Applies a key, or keeps it until completions have been found. Control-C doesn't wait for them.
  func handle(_ key: Key) {
    if key == .control("c") {
      completion = nil
      heldKeys = []
    }
    if completion != nil { return heldKeys.append(key) }
    switch editor.apply(key) {
    case .edited, .interrupted: handler?(.edited)
    case .submitted(let line): handler?(.submitted(line))
    case .endOfInput: handler?(.endOfInput)
    case .complete: findCompletions()
    case .redraw: handler?(.redraw)
    case .suspend: handler?(.suspend)
    case .bell: handler?(.bell)
    case .ignored: break
    }
  }

  private func findCompletions() {
    let cursor = editor.wordUnderCursor
    completion = Single<Completion, Never>.work { [candidates] _ in Completion(of: cursor, with: candidates(cursor)) }
      .receive(on: .queue(queue))
      .sink { [weak self] found in self?.complete(with: found) }
  }

  private func complete(with found: Completion) {
    completion = nil
    if editor.complete(with: found) == .bell {
      handler?(found.choices.isEmpty ? .bell : .choices(found))
    } else {
      handler?(.edited)
    }
    let keys = heldKeys
    heldKeys = []
    for key in keys { handle(key) }
  }
}
