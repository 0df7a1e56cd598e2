/// What a front shows of a selection: its title, and for each action whether it is enabled.
package struct SelectionState: Hashable, Sendable {
  package let count: Int
  /// Why the action is disabled; nil when it is enabled.
  package let add: Refusal?
  package let save: Refusal?
  package let clear: Refusal?

  package init(_ selection: Selection, rules: SelectionRules) {
    count = selection.count
    add = rules.refusalToAdd(to: count)
    save = rules.refusalToSave(count)
    clear = rules.refusalToClear(count)
  }

  /// "Collage", "1 photo", "4 photos".
  package var title: String {
    switch count {
    case 0: "Collage"
    case 1: "1 photo"
    default: "\(count) photos"
    }
  }
}
