/// A selection, with the selections before it and those that were undone.
package struct SelectionHistory: Hashable, Sendable {
  package private(set) var selection: Selection
  private var past: [Selection] = []
  private var future: [Selection] = []

  /// How many steps can be undone.
  private static let depth = 200

  package init(_ selection: Selection = Selection()) { self.selection = selection }

  package var canUndo: Bool { !past.isEmpty }
  package var canRedo: Bool { !future.isEmpty }

  /// The latest earlier selection that has photos.
  struct EarlierPhotos {
    let count: Int
    /// How many steps back it is, from 1.
    let steps: Int
  }

  /// Nil if no earlier selection has photos.
  var earlierPhotos: EarlierPhotos? {
    let earlier = past.reversed().enumerated().first { !$0.element.photos.isEmpty }
    return earlier.map { EarlierPhotos(count: $0.element.count, steps: $0.offset + 1) }
  }

  /// Changes to another selection, and forgets those that were undone. Does nothing if the
  /// selection is the same.
  package mutating func change(to next: Selection) {
    guard next != selection else { return }
    past.append(selection)
    if past.count > Self.depth { past.removeFirst() }
    future = []
    selection = next
  }

  /// Goes one step back, if there is one.
  package mutating func undo() {
    guard let previous = past.popLast() else { return }
    future.append(selection)
    selection = previous
  }

  /// Goes one step back, if there is one, and forgets the step.
  mutating func takeBack() {
    guard let previous = past.popLast() else { return }
    future = []
    selection = previous
  }

  /// Goes forward again, if something was undone.
  package mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(selection)
    selection = next
  }
}
