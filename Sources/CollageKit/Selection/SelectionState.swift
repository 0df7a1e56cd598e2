/// What an interface shows of a selection: its title, and for each action whether it is enabled.
package struct SelectionState: Hashable, Sendable {
  package let count: Int
  /// Whether a save is running, during which every action is refused.
  package let isSaving: Bool
  /// Whether there are no photos because they were saved.
  package let isSaved: Bool
  private let refusals: [SelectionAction: Refusal]

  init(_ record: SelectionRecord) {
    count = record.history.selection.count
    isSaving = record.isSaving
    isSaved = record.isSaved
    refusals = SelectionAction.allCases.reduce(into: [:]) { $0[$1] = record.refusal(of: $1) }
  }

  /// Why an action is disabled; nil if it is enabled.
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
  var history = SelectionHistory() {
    didSet { if history.selection.count > 0 { isSaved = false } }
  }
  /// Whether a save is running, so that the selection can't change.
  var isSaving = false
  /// Whether there are no photos because they were saved.
  var isSaved = false

  /// Why an action is not allowed now; nil if it is. Every action of a store is decided here.
  ///
  /// - Parameter added: how many photos an addition adds, or will add before a save; nil means one
  ///   for an addition, and none before a save.
  func refusal(of action: SelectionAction, adding added: Int? = nil) -> Refusal? {
    if isSaving {
      return Refusal(
        rule: .notWhileSaving, reason: "a save is in progress",
        remedy: "wait for it, or cancel it with Ctrl-C")
    }
    let (selection, rules) = (history.selection, history.selection.options.selectionRules)
    if isSaved, (added ?? 0) == 0, action.needsPhotos { return afterSave }
    return switch action {
    case .add: rules.refusalToAdd(added ?? 1, to: selection.count)
    case .save:
      rules.refusalToSave(selection.photos) ?? rules.refusalToSave(selection.count + (added ?? 0))
    case .remove, .replace, .clear: rules.refusalToChange(selection.count)
    case .move: rules.refusalToMove(selection.count)
    case .set, .reopen: nil
    case .undo:
      history.canUndo
        ? nil
        : Refusal(
          rule: .somethingToUndo, reason: "there is nothing to undo",
          remedy: "change something first")
    case .redo:
      history.canRedo
        ? nil
        : Refusal(
          rule: .somethingToRedo, reason: "there is nothing to redo", remedy: "undo something first"
        )
    }
  }

  /// Why an action that needs photos is refused after a save, which has cleared them.
  private var afterSave: Refusal {
    let remedy: String
    if let earlier = history.earlierPhotos {
      let photos = earlier.count == 1 ? "its photo" : "its \(earlier.count) photos"
      remedy =
        earlier.steps == 1
        ? "undo brings \(photos) back" : "undo \(earlier.steps) times to bring \(photos) back"
    } else {
      remedy = "add some first"
    }
    return Refusal(
      rule: .somethingChosen, reason: "the collage is saved and the selection is empty",
      remedy: remedy)
  }
}
