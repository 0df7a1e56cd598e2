package import OpenCombine
package import ReactiveTraits

/// Owns the relay of chosen photos. All changes are made here, and none may break a rule.
///
/// Every member may be called from any queue. A change is delivered on the queue that makes it.
package final class SelectionStore: Sendable {
  package let rules: SelectionRules
  private let relay = Relay(SelectionRecord())

  package init(rules: SelectionRules) { self.rules = rules }

  /// The selection now.
  package var selection: Selection { relay.value.history.selection }

  /// What is allowed now.
  package var state: SelectionState { SelectionState(relay.value, rules: rules) }

  /// The current selection, then every different one, in order; never ends.
  package var selections: AnyPublisher<Selection, Never> {
    relay.publisher.map(\.history.selection).removeDuplicates().eraseToAnyPublisher()
  }

  /// The state of the current selection, then every different one, in order; never ends.
  package var states: AnyPublisher<SelectionState, Never> {
    let rules = rules
    return relay.publisher.map { SelectionState($0, rules: rules) }.removeDuplicates().eraseToAnyPublisher()
  }

  /// Appends all photos, or none of them when the rules refuse.
  package func add(_ photos: [Photo]) -> Refusal? {
    change(.add) { selection in
      if let refusal = rules.refusalToAdd(photos.count, to: selection.count) { return .failure(refusal) }
      return .success(Selection(selection.photos + photos))
    }
  }

  /// Appends as many photos as there is room for.
  ///
  /// - Returns: the photos that were left out, and if there are any, the refusal that explains why.
  package func addFitting(_ photos: [Photo]) -> (leftOut: [Photo], refusal: Refusal?) {
    relay.update { record in
      let state = SelectionState(record, rules: rules)
      if let refusal = state[.add] { return (photos, photos.isEmpty ? nil : refusal) }
      let selection = record.history.selection
      let fitting = photos.prefix(rules.maxCount - selection.count)
      record.history.change(to: Selection(selection.photos + fitting))
      let leftOut = Array(photos.dropFirst(fitting.count))
      return (leftOut, leftOut.isEmpty ? nil : rules.refusalToAdd(leftOut.count, to: record.history.selection.count))
    }
  }

  /// Removes the photos at these places, from 0.
  package func remove(at indices: Set<Int>) -> Refusal? {
    change(.remove) { selection in
      let kept = selection.photos.enumerated().filter { !indices.contains($0.offset) }
      return .success(Selection(kept.map(\.element)))
    }
  }

  /// Moves a photo to the place `target`; both from 0 and below the count.
  package func move(from source: Int, to target: Int) -> Refusal? {
    change(.move) { selection in
      var photos = selection.photos
      photos.insert(photos.remove(at: source), at: target)
      return .success(Selection(photos))
    }
  }

  /// Swaps two photos; both from 0 and below the count.
  package func swap(_ first: Int, _ second: Int) -> Refusal? {
    change(.move) { selection in
      var photos = selection.photos
      photos.swapAt(first, second)
      return .success(Selection(photos))
    }
  }

  /// Replaces a photo; its place is from 0 and below the count.
  package func replace(at index: Int, with photo: Photo) -> Refusal? {
    change(.replace) { selection in
      var photos = selection.photos
      photos[index] = photo
      return .success(Selection(photos))
    }
  }

  /// Removes every photo.
  package func clear() -> Refusal? {
    change(.clear) { _ in .success(Selection()) }
  }

  /// Undoes the last change; nil when it was done.
  package func undo() -> Refusal? { step(.undo) { $0.undo() } }
  /// Redoes what was undone last; nil when it was done.
  package func redo() -> Refusal? { step(.redo) { $0.redo() } }

  /// Why so many photos more could not be added and the selection then be saved; nil when they could.
  ///
  /// For fronts that are given all their photos at once, to be asked before any of them is opened.
  package func refusal(toAddAndSave count: Int) -> Refusal? {
    let record = relay.value
    return rules.refusalToAdd(count, to: record.history.selection.count)
      ?? SelectionState(record, adding: count, rules: rules)[.save]
  }

  /// The selection, if it can be saved now.
  func selectionToSave() throws(CollageError) -> Selection { try relay.value.selectionToSave(rules) }

  /// Saves the selection by the work that `save` makes for it; or fails at once with the refusal if the rules don't
  /// allow saving it.
  ///
  /// While the work runs nothing can be changed. A saved selection is cleared, which undo takes back. After a failure
  /// or a cancellation it is as it was. Cold; the work runs where its maker says, and the states change on the
  /// subscribing thread and on the one on which the work ends, before that end is delivered.
  package func saving<Value>(
    _ save: @escaping @Sendable (Selection) -> Single<Value, CollageError>
  ) -> Single<Value, CollageError> {
    Single.using {
      () throws(CollageError) in
      try self.beginSaving()
    } release: { _, result in
      if case .success = result { self.endSaving(saved: true) } else { self.endSaving(saved: false) }
    } work: {
      save($0)
    }
  }

  private func beginSaving() throws(CollageError) -> Selection {
    try relay.update { record throws(CollageError) in
      let selection = try record.selectionToSave(rules)
      record.isSaving = true
      return selection
    }
  }

  private func endSaving(saved: Bool) {
    relay.update { record in
      record.isSaving = false
      if saved { record.history.change(to: Selection()) }
    }
  }

  private func change(
    _ action: SelectionAction, _ next: (Selection) -> Result<Selection, Refusal>
  ) -> Refusal? {
    relay.update { record in
      if let refusal = SelectionState(record, rules: rules)[action] { return refusal }
      switch next(record.history.selection) {
      case .success(let selection):
        record.history.change(to: selection)
        return nil
      case .failure(let refusal):
        return refusal
      }
    }
  }

  private func step(_ action: SelectionAction, _ step: (inout SelectionHistory) -> Void) -> Refusal? {
    relay.update { record in
      if let refusal = SelectionState(record, rules: rules)[action] { return refusal }
      step(&record.history)
      return nil
    }
  }
}

extension SelectionRecord {
  fileprivate func selectionToSave(_ rules: SelectionRules) throws(CollageError) -> Selection {
    if let refusal = SelectionState(self, rules: rules)[.save] { throw .refused(refusal) }
    return history.selection
  }
}

/// Only so that `Result` can carry a refusal; it is never thrown.
extension Refusal: Error {}
