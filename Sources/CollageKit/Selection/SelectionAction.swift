/// What can be done with a selection. `CaseIterable` in the order in which fronts show them.
package enum SelectionAction: String, Hashable, Sendable, CaseIterable {
  case add
  case remove
  /// Moving one photo, or swapping two.
  case move
  case replace
  case clear
  case undo
  case redo
  case save
}
