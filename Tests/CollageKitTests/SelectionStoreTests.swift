import Dispatch
import OpenCombine
import PhotoCodecs
import TestSupport
import Testing

@testable import CollageKit

@Suite struct SelectionStoreTests {
  let folder: TemporaryFolder
  let photos: [Photo]

  init() throws {
    folder = try TemporaryFolder()
    photos = try folder.writePhotos(8).map { try Photo(at: $0, limits: DecodeLimits()) }
  }

  /// A store with the first photos in it.
  private func store(_ count: Int = 0) -> SelectionStore {
    let store = SelectionStore(rules: SelectionRules())
    if count > 0 { #expect(store.add(Array(photos[..<count])) == nil) }
    return store
  }

  @Test func `photos are kept in the order in which they came`() {
    let store = store()
    #expect(store.add([photos[2]]) == nil)
    #expect(store.add([photos[0], photos[1]]) == nil)
    #expect(store.selection.photos == [photos[2], photos[0], photos[1]])
  }

  @Test func `the same photo may be chosen more than once`() {
    let store = store()
    #expect(store.add([photos[0], photos[0]]) == nil)
    #expect(store.add([photos[0]]) == nil)
    #expect(store.selection.count == 3)
  }

  @Test func `all of the photos are added or none`() {
    let store = store(4)
    #expect(store.add(Array(photos[4..<7])) == store.rules.refusalToAdd(3, to: 4))
    #expect(store.selection.photos == Array(photos[..<4]))
    #expect(store.add(Array(photos[4..<6])) == nil)
    #expect(store.selection.photos == Array(photos[..<6]))
    #expect(store.add([photos[6]]) == store.rules.refusalToAdd(to: 6))
  }

  @Test func `as many as fit are added when that is asked for`() {
    let store = store(4)
    let (leftOut, refusal) = store.addFitting(Array(photos[4...]))
    #expect(leftOut == Array(photos[6...]))
    #expect(refusal == store.rules.refusalToAdd(2, to: 6))
    #expect(store.selection.photos == Array(photos[..<6]))
    let second = store.addFitting([photos[0]])
    #expect(second.leftOut == [photos[0]] && second.refusal == store.rules.refusalToAdd(to: 6))
    let none = store.addFitting([])
    #expect(none.leftOut == [] && none.refusal == nil)
    #expect(self.store(1).addFitting([photos[1]]).refusal == nil)
  }

  @Test func `photos can be removed, moved, swapped and replaced`() {
    let store = store(5)
    func numbers() -> [Int] { store.selection.photos.map { photos.firstIndex(of: $0)! } }
    #expect(store.remove(at: [1, 3]) == nil)
    #expect(numbers() == [0, 2, 4])
    #expect(store.move(from: 0, to: 2) == nil)
    #expect(numbers() == [2, 4, 0])
    #expect(store.move(from: 2, to: 0) == nil)
    #expect(numbers() == [0, 2, 4])
    #expect(store.swap(0, 2) == nil)
    #expect(numbers() == [4, 2, 0])
    #expect(store.replace(at: 1, with: photos[7]) == nil)
    #expect(numbers() == [4, 7, 0])
    for _ in 0..<5 { #expect(store.undo() == nil) }
    #expect(numbers() == [0, 1, 2, 3, 4])
    #expect(store.redo() == nil)
    #expect(numbers() == [0, 2, 4])
  }

  @Test func `what the rules refuse changes nothing`() {
    let store = store()
    let rules = store.rules
    #expect(store.clear() == rules.refusalToChange(0))
    #expect(store.remove(at: [0]) == rules.refusalToChange(0))
    #expect(store.replace(at: 0, with: photos[0]) == rules.refusalToChange(0))
    #expect(store.move(from: 0, to: 0) == rules.refusalToMove(0))
    #expect(store.swap(0, 0) == rules.refusalToMove(0))
    #expect(store.undo()?.rule == .somethingToUndo)
    #expect(store.redo()?.rule == .somethingToRedo)
    #expect(store.beginSaving() == rules.refusalToSave(0))
    #expect(store.selection == Selection())
    #expect(store.state[.undo] != nil)
  }

  @Test func `clearing can be undone`() {
    let store = store(3)
    #expect(store.clear() == nil)
    #expect(store.selection == Selection())
    #expect(store.undo() == nil)
    #expect(store.selection.photos == Array(photos[..<3]))
  }

  @Test func `the selection stands still while it is saved, and is cleared after`() {
    let store = store(2)
    #expect(store.beginSaving() == nil)
    #expect(store.add([photos[2]])?.rule == .notWhileSaving)
    #expect(store.clear()?.rule == .notWhileSaving)
    #expect(store.undo()?.rule == .notWhileSaving)
    #expect(store.addFitting([photos[2]]).refusal?.rule == .notWhileSaving)
    #expect(store.beginSaving()?.rule == .notWhileSaving)
    store.endSaving(saved: true)
    #expect(store.selection == Selection())
    #expect(store.undo() == nil)
    #expect(store.selection.photos == Array(photos[..<2]))
  }

  @Test func `a save that fails leaves the selection as it was`() {
    let store = store(2)
    #expect(store.beginSaving() == nil)
    store.endSaving(saved: false)
    #expect(store.selection.photos == Array(photos[..<2]))
    #expect(store.add([photos[2]]) == nil)
  }

  @Test func `every selection is heard of, from the current one on, and none twice in a row`() {
    let store = store(1)
    let log = Log<Int>()
    let subscription = store.selections.sink { log.add($0.count) }
    _ = store.add([photos[1]])
    _ = store.add(photos)
    _ = store.clear()
    _ = store.clear()
    _ = store.undo()
    _ = store.beginSaving()
    store.endSaving(saved: false)
    #expect(log.entries == [1, 2, 0, 2])
    subscription.cancel()
    _ = store.add([photos[3]])
    #expect(log.entries == [1, 2, 0, 2])
  }

  @Test func `a state is heard of when it differs from the last`() {
    let store = store()
    let log = Log<String>()
    let subscription = store.states.sink { state in
      log.add(state.title + (state[.clear]?.rule == .notWhileSaving ? ", saving" : ""))
    }
    _ = store.add([])
    _ = store.add([photos[0]])
    _ = store.add(photos)
    _ = store.add([photos[1]])
    _ = store.swap(0, 1)
    _ = store.beginSaving()
    store.endSaving(saved: true)
    #expect(
      log.entries == ["Collage", "1 photo", "2 photos", "2 photos, saving", "Collage"])
    subscription.cancel()
  }

  @Test func `threads that add at the same time never exceed the rules`() {
    let store = store()
    let counts = Log<Int>()
    let subscription = store.selections.sink { counts.add($0.count) }
    let accepted = Log<Bool>()
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      if store.add([photos[index]]) == nil { accepted.add(true) }
    }
    #expect(store.selection.count == 6)
    #expect(accepted.entries.count == 6)
    #expect(counts.entries == Array(0...6))
    #expect(Set(store.selection.photos).count == 6)
    subscription.cancel()
  }

  @Test func `a store that its owner lets go is gone, and so is what listened`() {
    let store = Weak<SelectionStore>()
    let listener = Weak<Probe>()
    var subscription: AnyCancellable?
    do {
      let owned = SelectionStore(rules: SelectionRules())
      let probe = Probe()
      store.set(owned)
      listener.set(probe)
      subscription = owned.states.sink { _ in probe.touch() }
      _ = owned.add([photos[0]])
    }
    #expect(store.isGone)
    #expect(!listener.isGone)
    subscription?.cancel()
    subscription = nil
    #expect(listener.isGone)
  }
}
