package import ReactiveTraits

/// Owns the relay of the chosen photos and of the options for their collage. All changes are made
/// here, according to the rules.
///
/// May be called on any queue. A change is delivered on the thread that makes it, or on one that is
/// still delivering an earlier one.
package final class SelectionStore: Sendable {
  private let relay: Relay<SelectionRecord>

  /// - Parameter selection: the selection to start with, such as a copy of another store's. The
  ///   rules are among its options.
  package init(_ selection: Selection = Selection()) {
    relay = Relay(SelectionRecord(history: SelectionHistory(selection)))
  }

  /// The current selection.
  package var selection: Selection { relay.value.history.selection }

  /// What is allowed at the moment.
  package var state: SelectionState { SelectionState(relay.value) }

  /// The current selection, then every different one, in order; never ends.
  package var selections: RelayStream<Selection> {
    relay.publisher.map(\.history.selection).removeDuplicates()
  }

  /// The state of the current selection, then every different one, in order; never ends.
  package var states: RelayStream<SelectionState> {
    relay.publisher.map { SelectionState($0) }.removeDuplicates()
  }

  /// Appends all photos, or none if the rules refuse them.
  package func add(_ photos: [Photo]) -> Refusal? {
    change(.add, adding: photos.count) { $0.add(photos) }
  }

  /// Appends as many photos as the rules allow.
  ///
  /// - Returns: the photos that were left out and, if there are any, the refusal that explains why.
  package func addFitting(_ photos: [Photo]) -> (leftOut: [Photo], refusal: Refusal?) {
    relay.update { record in
      guard !photos.isEmpty else { return ([], nil) }
      if let refusal = record.refusal(of: .add) { return (photos, refusal) }
      var selection = record.history.selection
      let fitting = photos.prefix(selection.options.selectionRules.room(beside: selection.count))
      selection.add(fitting)
      record.history.change(to: selection)
      let leftOut = Array(photos.dropFirst(fitting.count))
      return (leftOut, leftOut.isEmpty ? nil : record.refusal(of: .add, adding: leftOut.count))
    }
  }

  /// Removes the photos at these places, from 0.
  ///
  /// - Parameter also: what else changes in the same step.
  package func remove(
    at places: Set<Int>, also: (inout Selection) -> Void = { _ in }
  ) -> Refusal? {
    change(.remove, at: places) {
      $0.remove(at: places)
      also(&$0)
    }
  }

  /// Moves a photo to the place `target`; both from 0.
  package func move(from source: Int, to target: Int) -> Refusal? {
    change(.move, at: [source, target]) { $0.move(from: source, to: target) }
  }

  /// Swaps two photos; both places from 0.
  ///
  /// - Parameter also: what else changes in the same step.
  package func swap(
    _ first: Int, _ second: Int, also: (inout Selection) -> Void = { _ in }
  ) -> Refusal? {
    change(.move, at: [first, second]) {
      $0.swap(first, second)
      also(&$0)
    }
  }

  /// Puts the photos into another order.
  ///
  /// - Parameter places: those that they have now, from 0, each once.
  package func reorder(to places: [Int]) -> Refusal? {
    change(.move, at: places) { $0.reorder(to: places) }
  }

  /// Replaces a photo; its place from 0.
  package func replace(at place: Int, with photo: Photo) -> Refusal? {
    change(.replace, at: [place]) { $0.replace(at: place, with: photo) }
  }

  /// Removes every photo.
  package func clear() -> Refusal? { change(.clear) { $0.clear() } }

  /// Removes every photo and begins with other options.
  package func startNew(with options: CollageOptions) -> Refusal? {
    change(.set) { $0 = Selection([], options) }
  }

  /// Changes the options of the collage, or of its photos; one step that can be undone.
  package func set(_ body: (inout CollageOptions) -> Void) -> Refusal? {
    change(.set) { body(&$0.options) }
  }

  /// Takes over the photos and options of another selection, such as a saved collage's. One step
  /// that can be undone, unless nothing differs.
  package func take(_ selection: Selection) -> Refusal? { change(.reopen) { $0 = selection } }

  /// Undoes the last change; returns nil if it did.
  package func undo() -> Refusal? { step(.undo) { $0.undo() } }
  /// Redoes the last undone change; returns nil if it did.
  package func redo() -> Refusal? { step(.redo) { $0.redo() } }

  /// The selection, if it can be saved now, or could be with so many more photos; else throws the
  /// refusal.
  @discardableResult func selectionToSave(adding count: Int? = nil) throws(CollageError)
    -> Selection
  {
    try relay.value.selectionToSave(adding: count)
  }

  /// Saves the selection by the work that `save` makes for it; or fails at once with the refusal.
  ///
  /// While the work runs, nothing can be changed. A saved selection is cleared, which can be
  /// undone. After a failure or a cancellation it is unchanged. Cold; the work runs where its maker
  /// says. The states change on the subscribing thread, and then on the one on which the work ends,
  /// before that end is delivered.
  package func saving<Value>(
    _ save: @escaping @Sendable (Selection) -> Single<Value, CollageError>
  ) -> Single<Value, CollageError> {
    Single.using { () throws(CollageError) in
      try self.beginSaving()
    } release: { _, result in
      if case .success = result {
        self.endSaving(saved: true)
      } else {
        self.endSaving(saved: false)
      }
    } work: {
      save($0)
    }
  }

  private func beginSaving() throws(CollageError) -> Selection {
    try relay.update { record throws(CollageError) in
      let selection = try record.selectionToSave()
      record.isSaving = true
      return selection
    }
  }

  private func endSaving(saved: Bool) {
    relay.update { record in
      record.isSaving = false
      guard saved else { return }
      var selection = record.history.selection
      selection.clear()
      record.history.change(to: selection)
      record.isSaved = true
    }
  }

  /// Selects the photos again that were saved last, with their options, as if they hadn't been
  /// saved; unless something was changed since then, or nothing was saved.
  ///
  /// - Returns: whether it did.
  package func resumeSaved() -> Bool {
    relay.update { record in
      guard record.isSaved, !record.isSaving, record.history.earlierPhotos?.steps == 1 else {
        return false
      }
      record.history.takeBack()
      return true
    }
  }

  /// Forgets that photos were saved, for a new collage.
  package func forgetSave() { relay.update { $0.isSaved = false } }

  /// - Parameters:
  ///   - added: how many photos `body` adds; nil for an action that adds none.
  ///   - places: the indices of the photos that `body` changes, from 0; refused if there are no
  ///     such photos.
  private func change(
    _ action: SelectionAction, adding added: Int? = nil, at places: some Sequence<Int> = [Int](),
    _ body: (inout Selection) -> Void
  ) -> Refusal? {
    relay.update { record in
      var selection = record.history.selection
      let refusal =
        record.refusal(of: action, adding: added)
        ?? selection.options.rules.refusalToChange(at: places, of: selection.count)
      guard refusal == nil else { return refusal }
      body(&selection)
      record.history.change(to: selection)
      return nil
    }
  }

  private func step(_ action: SelectionAction, _ step: (inout SelectionHistory) -> Void) -> Refusal?
  {
    relay.update { record in
      if let refusal = record.refusal(of: action) { return refusal }
      step(&record.history)
      return nil
    }
  }
}

extension SelectionRecord {
  /// The check before every save, and before a command opens the photos that it was given.
  fileprivate func selectionToSave(adding count: Int? = nil) throws(CollageError) -> Selection {
    let refusal =
      count.flatMap { self.refusal(of: .add, adding: $0) } ?? self.refusal(of: .save, adding: count)
    if let refusal { throw .refused(refusal) }
    return history.selection
  }
}
