package import OpenCombine
internal import ReactiveTraits

/// Owns the relay of chosen photos. All changes go through here, and no change breaks a rule.
package final class SelectionStore: Sendable {
  package let rules: SelectionRules
  private let relay = Relay(Selection())

  package init(rules: SelectionRules) { self.rules = rules }

  /// The selection now.
  package var selection: Selection { relay.value }

  /// The current selection, then every accepted one, in order, on the queue of whoever changed it; never ends.
  package var selections: AnyPublisher<Selection, Never> { relay.publisher }

  /// The state of the current selection, then every different one; never ends.
  package var states: AnyPublisher<SelectionState, Never> {
    let rules = rules
    return relay.publisher
      .map { SelectionState($0, rules: rules) }
      .removeDuplicates()
      .eraseToAnyPublisher()
  }

  /// Appends all photos, or none of them when the rules refuse.
  package func add(_ photos: [Photo]) -> Refusal? {
    relay.update { selection in
      if let refusal = rules.refusalToAdd(photos.count, to: selection.count) { return refusal }
      selection = Selection(selection.photos + photos)
      return nil
    }
  }

  /// Removes every photo.
  package func clear() -> Refusal? {
    relay.update { selection in
      if let refusal = rules.refusalToClear(selection.count) { return refusal }
      selection = Selection()
      return nil
    }
  }
}
