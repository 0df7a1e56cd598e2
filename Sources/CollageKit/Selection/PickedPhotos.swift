package import Imaging
package import ReactiveTraits

/// The photos that are marked in a picker: the selection of a store of its own, which begins as a
/// copy of the collage's. That store's rules decide what can be marked.
package final class PickedPhotos: Sendable {
  package enum Change: Hashable, Sendable {
    case chosen(Photo)
    case takenBack(Photo)
  }

  /// The collage as it was before.
  package let base: Selection
  package let store: SelectionStore
  private let subject = PublishSubject<Change>()

  /// - Parameter offered: photos to mark at once besides those of the collage, as far as the rules
  ///   allow.
  package init(_ base: Selection, offering offered: [Photo] = []) {
    self.base = base
    store = SelectionStore(base)
    _ = store.addFitting(offered.filter { !base.photos.contains($0) })
  }

  /// The marked photos, in the order of their numbers.
  package var selection: Selection { store.selection }

  /// Each photo that is marked from now on, and each whose mark is taken back; finishes when the
  /// picker closes.
  package var changes: SubjectStream<Change> { subject.publisher }

  /// Marks a photo; the refusal if the rules don't allow it.
  package func mark(_ photo: Photo, turned turn: Turn = .none) -> Refusal? {
    if let refusal = store.add([photo]) { return refusal }
    self.turn(at: selection.count - 1, by: turn)
    subject.accept(.chosen(photo))
    return nil
  }

  /// Takes a mark back; its place from 0, where there is one.
  package func takeBack(at place: Int) {
    let photo = selection.photos[place]
    if store.remove(at: [place]) == nil { subject.accept(.takenBack(photo)) }
  }

  /// Turns a marked photo further; its place from 0.
  package func turn(at place: Int, by turn: Turn) {
    if turn != .none { _ = store.set { $0[photo: place].turnFurther(turn) } }
  }

  package func close() { subject.finish() }
}
