internal import CollageKit
internal import Glibc
internal import OpenCombine
internal import ReactiveTraits

/// Saves the chosen photos in the background; Ctrl-C can cancel it.
final class SaveTask {
  private let cancellation: Cancellation
  private var subscription: AnyCancellable?

  /// - Parameter stop: also cancels the save.
  init(stop: Cancellation) { cancellation = Cancellation { stop.isCancelled } }

  /// Stops the save, which then completes with a message of its own.
  func cancel() { cancellation.cancel() }

  /// Stops the save, which then delivers nothing more.
  func drop() {
    cancel()
    subscription?.cancel()
  }

  /// Saves, if the rules allow it. To be called once.
  ///
  /// - Parameters:
  ///   - queue: the prompt's queue, on which `progress` (0 to 1) and `done` are called; `done` once.
  func start(
    _ store: SelectionStore, with maker: CollageMaker, to writer: any PhotoWriter, on queue: WorkQueue,
    progress: @escaping @Sendable (Double) -> Void, done: @escaping (CommandOutcome) -> Void
  ) {
    subscription = store.save(with: maker, to: writer, endingOn: queue) { fraction in
      queue.async { progress(fraction) }
    }
    .stopped(by: cancellation)
    .working(on: queue.forSlowWork)
    .sink { completion in
      guard case .failure(let error) = completion else { return }
      if case .refused(let refusal) = error { done(.refused(refusal)) } else { done(.failed(error)) }
    } receiveValue: { made in
      done(made.map { CommandOutcome(saved: $0) } ?? .failed(PromptTexts.saveCancelled, .signalled(SIGINT)))
    }
  }
}

extension CommandOutcome {
  fileprivate init(saved made: SavedCollage) {
    var message = PromptMessage.success(PromptTexts.saved(made))
    let path = made.asset.path
    message.link = FileLink(text: UserFolders.abbreviated(path), path: WorkingFolder.absolute(path))
    self.init(messages: [message], saved: made.id, savedPath: path, warnings: made.warnings(.prompt))
  }
}
