import Dispatch
import OpenCombine
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing
import ThreadPool

@testable import CollageKit

@Suite struct SelectionStoreTests {
  let folder: TemporaryFolder
  let photos: [Photo]

  init() throws {
    folder = try TemporaryFolder()
    photos = try folder.writePhotos(8).map { try Photo(at: $0, limits: DecodeLimits()) }
  }

  private let rules = SelectionRules()

  /// A store with the first photos in it.
  private func store(_ count: Int = 0) -> SelectionStore {
    let store = SelectionStore()
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
    #expect(store.add(Array(photos[4..<7])) == rules.refusalToAdd(3, to: 4))
    #expect(store.selection.photos == Array(photos[..<4]))
    #expect(store.add(Array(photos[4..<6])) == nil)
    #expect(store.selection.photos == Array(photos[..<6]))
    #expect(store.add([photos[6]]) == rules.refusalToAdd(to: 6))
  }

  @Test func `as many as fit are added when that is asked for`() {
    let store = store(4)
    let (leftOut, refusal) = store.addFitting(Array(photos[4...]))
    #expect(leftOut == Array(photos[6...]))
    #expect(refusal == rules.refusalToAdd(2, to: 6))
    #expect(store.selection.photos == Array(photos[..<6]))
    let second = store.addFitting([photos[0]])
    #expect(second.leftOut == [photos[0]] && second.refusal == rules.refusalToAdd(to: 6))
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

  @Test func `places without a photo are refused`() {
    let store = store(2)
    let refusals = [
      store.remove(at: [0, 2]), store.move(from: 0, to: 2), store.move(from: -1, to: 0),
      store.swap(.max, 0),
      store.swap(1, .min), store.replace(at: 2, with: photos[7]),
    ]
    #expect(refusals.map { $0?.rule } == [Refusal.Rule?](repeating: .existingPhotos, count: 6))
    #expect(store.selection.photos == Array(photos[..<2]))
    // Whatever the rules say of a selection without photos.
    #expect(rules.refusalToChange(at: [0], of: 0)?.rule == .existingPhotos)
    #expect(SelectionRules(maxCount: 1).room(beside: 2) == 0)
  }

  @Test func `what the rules refuse changes nothing`() {
    let store = store()
    #expect(store.clear() == rules.refusalToChange(0))
    #expect(store.remove(at: [0]) == rules.refusalToChange(0))
    #expect(store.replace(at: 0, with: photos[0]) == rules.refusalToChange(0))
    #expect(store.move(from: 0, to: 0) == rules.refusalToMove(0))
    #expect(store.swap(0, 0) == rules.refusalToMove(0))
    #expect(store.undo()?.rule == .somethingToUndo)
    #expect(store.redo()?.rule == .somethingToRedo)
    let save = ControlledSave(of: store)
    #expect(save.failure == .refused(rules.refusalToSave(0)!) && save.saved == nil)
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

  /// Why a body is refused; nil when it isn't.
  private func refusal(_ body: () throws(CollageError) -> Selection) -> Refusal? {
    do throws(CollageError) {
      _ = try body()
    } catch .refused(let refusal) {
      return refusal
    } catch {
      Issue.record(error)
    }
    return nil
  }

  @Test func `the selection stands still while it is saved, and is cleared after`() {
    let store = store(2)
    let save = ControlledSave(of: store)
    #expect(save.saved == Array(photos[..<2]))
    #expect(store.add([photos[2]])?.rule == .notWhileSaving)
    #expect(store.clear()?.rule == .notWhileSaving)
    #expect(store.undo()?.rule == .notWhileSaving)
    #expect(store.addFitting([photos[2]]).refusal?.rule == .notWhileSaving)
    #expect(
      refusal { () throws(CollageError) in try store.selectionToSave(adding: 2) }?.rule
        == .notWhileSaving)
    let second = ControlledSave(of: store)
    guard case .refused(let refusal) = second.failure else {
      Issue.record("a second save began"); return
    }
    #expect(refusal.rule == .notWhileSaving && second.saved == nil)
    save.end(.success(()))
    #expect(store.selection == Selection())
    #expect(store.undo() == nil)
    #expect(store.selection.photos == Array(photos[..<2]))
  }

  @Test func `after a save, what needs photos is refused with how they come back`() {
    let store = store(2)
    ControlledSave(of: store).end(.success(()))
    #expect(store.state.isSaved)
    for action in [SelectionAction.save, .remove, .move, .replace, .clear] {
      #expect(
        store.state[action]?.description
          == "the collage is saved and the selection is empty; undo brings its 2 photos back")
    }
    #expect(store.state[.add] == nil && store.state[.set] == nil)
    #expect(store.set { $0.decoding.allowsDamage = true } == nil)
    #expect(store.clear()?.remedy == "undo 2 times to bring its 2 photos back")
    #expect(store.add([photos[0]]) == nil && store.clear() == nil)
    #expect(!store.state.isSaved && store.state[.save] == rules.refusalToSave(0))
  }

  @Test func `a save that fails leaves the selection as it was`() {
    let store = store(2)
    let save = ControlledSave(of: store)
    save.end(.failure(.transparency(.jpeg, byName: true)))
    #expect(save.failure == .transparency(.jpeg, byName: true))
    #expect(store.selection.photos == Array(photos[..<2]))
    #expect(store.add([photos[2]]) == nil)
  }

  @Test func `a save that is cancelled leaves the selection as it was, once its work has stopped`()
  {
    let store = store(2)
    let save = ControlledSave(of: store)
    save.cancel()
    #expect(store.add([photos[2]])?.rule == .notWhileSaving)
    save.end(nil)
    #expect(store.add([photos[2]]) == nil)
    #expect(store.selection.photos == Array(photos[..<3]))
  }

  @Test(arguments: 0...8)
  func `what could be added and saved is known before it is opened`(count: Int) {
    for chosen in 0...3 {
      let store = store(chosen)
      let refusal = rules.refusalToAdd(count, to: chosen) ?? rules.refusalToSave(chosen + count)
      #expect(
        self.refusal { () throws(CollageError) in try store.selectionToSave(adding: count) }
          == refusal)
      #expect(store.selection.count == chosen)
    }
  }

  @Test func `the photos stay chosen until the end of a save is delivered on its queue`() throws {
    let folder = try TemporaryFolder()
    let store = SelectionStore()
    let maker = CollageMaker.small()
    let queue = DispatchQueue(label: "interface")
    let writer = FileWriter(folder.path(of: "out.png"), replacesForeign: false)
    _ = try store.choose(folder.writePhotos(2).map(PhotoAddress.file), with: maker).wait().get()
    let states = Log<Bool>()
    let subscription = store.states.dropFirst().sink { state in
      if state.count == 0 { dispatchPrecondition(condition: .onQueue(queue)) }
      states.add(state.count == 0)
    }
    let made = try store.save(with: maker, to: writer, endingOn: .queue(queue)).wait().get()
    #expect(made.placements.count == 2)
    #expect(states.entries == [false, true])
    subscription.cancel()
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
    ControlledSave(of: store).end(.failure(.transparency(.jpeg, byName: true)))
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
    ControlledSave(of: store).end(.success(()))
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
      let owned = SelectionStore()
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

/// A save that begins at once and ends when the test says so.
private struct ControlledSave {
  private typealias Save = Single<Void, CollageError>

  /// What the save's work and its end leave for the test.
  private final class Record: Sendable {
    let photos = Locked<[Photo]?>(nil)
    let pending = Locked<Save.End?>(nil)
    let failure = Locked<CollageError?>(nil)
  }

  private let record = Record()
  private let subscription: AnyCancellable

  init(of store: SelectionStore) {
    subscription = store.saving { [record] selection in
      record.photos.withLock { $0 = selection.photos }
      return Save.create { _, end in record.pending.withLock { $0 = end } }
    }
    .sink { [record] completion in
      if case .failure(let error) = completion { record.failure.withLock { $0 = error } }
    } receiveValue: { _ in
    }
  }

  /// The photos that are being saved; nil if the save was refused.
  var saved: [Photo]? { record.photos.withLock { $0 } }
  var failure: CollageError? { record.failure.withLock { $0 } }

  func cancel() { subscription.cancel() }
  func end(_ result: Result<Void, CollageError>?) { record.pending.withLock { $0 }?(result) }
}
