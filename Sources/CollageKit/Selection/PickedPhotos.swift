package import Imaging
package import ReactiveTraits

/// The photos that are marked in a picker: the selection of its own store, which starts as a copy
/// of the collage's. That store's rules decide which photos can be marked.
package final class PickedPhotos: Sendable {
  package enum Change: Hashable, Sendable {
    case chosen(Photo)
    case takenBack(Photo)
  }

  /// The collage's selection when the picker opened.
  package let base: Selection
  package let store: SelectionStore
  private let subject = PublishSubject<Change>()

  /// - Parameter offered: photos to mark at once in addition to those of the collage, as far as the
  ///   rules allow.
  package init(_ base: Selection, offering offered: [Photo] = []) {
    self.base = base
    store = SelectionStore(base)
    _ = store.addFitting(offered.filter { !base.photos.contains($0) })
  }

  /// The marked photos, in the order of their numbers.
  package var selection: Selection { store.selection }

  /// Each photo that is marked or unmarked from now on; finishes when the picker closes.
  package var changes: SubjectStream<Change> { subject.publisher }

  /// Marks a photo; returns the refusal if the rules don't allow it.
  package func mark(_ photo: Photo, turned turn: Turn = .none) -> Refusal? {
    if let refusal = store.add([photo]) { return refusal }
    self.turn(at: selection.count - 1, by: turn)
    subject.accept(.chosen(photo))
    return nil
  }

  /// Unmarks the photo at an index, from 0, if there is one.
  package func takeBack(at place: Int) {
    let photo = selection.photos[place]
    if store.remove(at: [place]) == nil { subject.accept(.takenBack(photo)) }
  }

  /// Rotates the marked photo at an index, from 0, further.
  package func turn(at place: Int, by turn: Turn) {
    if turn != .none { _ = store.set { $0[photo: place].turnFurther(turn) } }
  }

  package func close() { subject.finish() }
}
