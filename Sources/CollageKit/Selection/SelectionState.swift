/// What an interface shows of a selection: its title, and for each action whether it is enabled.
package struct SelectionState: Hashable, Sendable {
  package let count: Int
  /// Whether a save is under way, during which every action is refused.
  package let isSaving: Bool
  private let refusals: [SelectionAction: Refusal]

  /// - Parameter added: how many photos to count besides those of the record.
  init(_ record: SelectionRecord, adding added: Int = 0) {
    let selection = record.history.selection
    let count = selection.count + added
    self.count = count
    isSaving = record.isSaving
    var refusals: [SelectionAction: Refusal] = [:]
    for action in SelectionAction.allCases {
      refusals[action] =
        record.isSaving
        ? Refusal(.notWhileSaving, reason: "a save is under way", remedy: "wait for it, or cancel it with Ctrl-C")
        : Self.refusal(of: action, count, record.history)
    }
    self.refusals = refusals
  }

  private static func refusal(
    of action: SelectionAction, _ count: Int, _ history: SelectionHistory
  ) -> Refusal? {
    let rules = history.selection.options.rules
    return switch action {
    case .add: rules.refusalToAdd(to: count)
    case .save: rules.refusalToSave(history.selection.photos) ?? rules.refusalToSave(count)
    case .remove, .replace, .clear: rules.refusalToChange(count)
    case .move: rules.refusalToMove(count)
    case .set, .reopen: nil
    case .undo:
      history.canUndo
        ? nil : Refusal(.somethingToUndo, reason: "there is nothing to undo", remedy: "change something first")
    case .redo:
      history.canRedo
        ? nil : Refusal(.somethingToRedo, reason: "there is nothing to redo", remedy: "undo something first")
    }
  }

  /// Why an action is disabled; nil when it is enabled.
  package subscript(action: SelectionAction) -> Refusal? { refusals[action] }

  /// "Collage", "1 photo", "4 photos".
  package var title: String { Self.title(count) }

  /// The title of a selection with this many photos.
  package static func title(_ count: Int) -> String {
    switch count {
    case 0: "Collage"
    case 1: "1 photo"
    default: "\(count) photos"
    }
  }
}

/// The value of a selection's relay.
struct SelectionRecord: Hashable, Sendable {
  var history = SelectionHistory()
  /// While a save is under way the selection can't change.
  var isSaving = false
}
