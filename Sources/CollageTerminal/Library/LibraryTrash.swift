internal import CollageKit
internal import OpenCombine
internal import ReactiveTraits
internal import ThreadPool

/// Moves collages to the trash and back for a panel, in the background: one change after the other,
/// in the order in which they were asked for.
///
/// Must be used on its queue only.
final class LibraryTrash: @unchecked Sendable {
  enum Change: Hashable {
    case remove(Asset)
    /// Brings back what was removed last.
    case restore
  }

  enum Outcome {
    case removed(Asset)
    case restored([Asset])
    case failed(Change, LibraryError)
  }

  private let library: PhotoLibrary
  private let queue: WorkQueue
  private let done: (Outcome) -> Void
  private var waiting: [Change] = []
  private var running: AnyCancellable?

  /// - Parameter done: called on the queue after each change.
  init(_ library: PhotoLibrary, on queue: WorkQueue, done: @escaping (Outcome) -> Void) {
    self.library = library
    self.queue = queue
    self.done = done
  }

  var isBusy: Bool { running != nil }

  func perform(_ change: Change) {
    waiting.append(change)
    if !isBusy { performNext() }
  }

  func stop() {
    waiting = []
    running = nil
  }

  private func performNext() {
    guard !waiting.isEmpty else { return }
    let change = waiting.removeFirst()
    let restored = Locked<[Asset]>([])
    let work =
      switch change {
      case .remove(let asset): library.removal(of: [asset], to: .user) { _ in true }
      case .restore:
        library.bringBack(.lastRemoval, from: .user) { asset in
          restored.withLock { $0.append(asset.asset) }
        }
      }
    running = work.receive(on: queue).sink { [weak self] completion in
      guard let self else { return }
      running = nil
      performNext()
      switch (completion, change) {
      case (.failure(let error), _): done(.failed(change, error))
      case (.finished, .remove(let asset)): done(.removed(asset))
      case (.finished, .restore): done(.restored(restored.withLock(\.self)))
      }
    } receiveValue: { _ in
    }
  }
}
