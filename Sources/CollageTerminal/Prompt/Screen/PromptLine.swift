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
    /// Control-C on an empty line.
    case nothingToDrop
    /// Control-D on an empty line.
    case endOfInput
    /// The possible completions of a word, to be shown.
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
  /// The search for completions. Keys that are typed meanwhile wait for it.
  private var completion: AnyCancellable?
  private var heldKeys: [Key] = []
  /// The candidates that Tab inserts one after the other; nil after any other key.
  private var cycle: Cycle?
  /// The window's width in columns.
  private var columns = 80
  private let suggestionStyle: ((String) -> String)?

  private struct Cycle {
    /// The editor before the first candidate was inserted.
    let editor: LineEditor
    let completion: Completion
    let candidates: [Completion.Candidate]
    var next = 0
    /// How many candidates have been listed.
    var listed: Int
  }

  /// The maximum number of rows of a list of completions.
  static let maxChoiceRows = 8

  /// - Parameters:
  ///   - suggestionStyle: makes a suggestion from the history look different from typed text; nil
  ///     to suggest nothing.
  ///   - queue: a serial queue.
  ///   - candidates: finds the completions of a word, in the background.
  init(
    history: History, suggestionStyle: ((String) -> String)? = nil, on queue: DispatchQueue,
    candidates: @escaping Candidates
  ) {
    self.queue = queue
    self.candidates = candidates
    self.suggestionStyle = suggestionStyle
    editor = LineEditor(history: history)
    editor.showsSuggestion = suggestionStyle != nil
  }

  /// - Parameter handler: receives every action.
  func start(_ handler: @escaping (Action) -> Void) { self.handler = handler }

  func stop() {
    completion = nil
    handler = nil
  }

  /// Whether Tab moves on through the listed choices.
  var isListing: Bool { cycle != nil }

  /// The part of the line that a window of this width, in columns, shows.
  func row(prompt: String, columns: Int) -> LiveRegion.PromptRow {
    self.columns = columns
    let view = editor.view(prompt: prompt, columns: columns)
    let beforeCursor = view.prompt + view.before
    let room = columns - 1 - DisplayWidth.columns(of: beforeCursor)
    guard let suggestion = editor.suggestion, let suggestionStyle, room > 0 else {
      return LiveRegion.PromptRow(beforeCursor: beforeCursor, afterCursor: view.after)
    }
    let shown = DisplayWidth.prefix(of: VisibleForm.of(suggestion), fitting: room)
    return LiveRegion.PromptRow(
      beforeCursor: beforeCursor, afterCursor: suggestionStyle(String(shown)))
  }

  /// Applies a key, or keeps it until completions have been found. Control-C is applied at once.
  func handle(_ key: Key) {
    if key == .control("c") {
      completion = nil
      heldKeys = []
    }
    if completion != nil { return heldKeys.append(key) }
    let wasEmpty = editor.line.isEmpty
    let outcome = editor.apply(key)
    if outcome != .complete { cycle = nil }
    switch outcome {
    case .interrupted where wasEmpty: handler?(.nothingToDrop)
    case .edited, .interrupted: handler?(.edited)
    case .submitted(let line): handler?(.submitted(line))
    case .endOfInput: handler?(.endOfInput)
    case .complete: if cycle == nil { findCompletions() } else { insertNextCandidate() }
    case .redraw: handler?(.redraw)
    case .suspend: handler?(.suspend)
    case .bell: handler?(.bell)
    case .ignored: break
    }
  }

  private func findCompletions() {
    let cursor = editor.wordUnderCursor
    completion = Single<[Completion.Candidate], Never>.work { [candidates] _ in candidates(cursor) }
      .receive(on: .queue(queue))
      .sink { [weak self] found in self?.complete(cursor, with: found) }
  }

  private func complete(_ cursor: WordUnderCursor, with candidates: [Completion.Candidate]) {
    completion = nil
    let found = Completion(of: cursor, with: candidates)
    if editor.complete(with: found) == .bell {
      if found.choices.isEmpty {
        handler?(.bell)
      } else {
        let listed = found.shownCount(columns: columns, limit: Self.maxChoiceRows)
        cycle = Cycle(editor: editor, completion: found, candidates: candidates, listed: listed)
        handler?(.choices(found))
      }
    } else {
      handler?(.edited)
    }
    let keys = heldKeys
    heldKeys = []
    for key in keys { handle(key) }
  }

  /// Replaces the word by the next candidate; after the last one comes the first. Lists the next
  /// page at its first candidate.
  private func insertNextCandidate() {
    guard var cycle else { return }
    editor = cycle.editor
    let word = editor.wordUnderCursor
    _ = editor.complete(with: Completion(of: word, with: [cycle.candidates[cycle.next]]))
    if cycle.next == cycle.listed {
      let page = cycle.completion.droppingChoices(cycle.listed)
      cycle.listed += page.shownCount(columns: columns, limit: Self.maxChoiceRows)
      handler?(.choices(page))
    }
    cycle.next = (cycle.next + 1) % cycle.candidates.count
    self.cycle = cycle
    handler?(.edited)
  }
}
