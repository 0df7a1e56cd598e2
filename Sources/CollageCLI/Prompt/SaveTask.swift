internal import CollageKit
internal import Glibc
internal import OpenCombine
internal import ReactiveTraits
internal import SystemPackage

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
  ///   - queue: the front's queue, on which `progress` (0 to 1) and `done` are called; `done` once.
  func start(
    _ store: SelectionStore, with maker: CollageMaker, to writer: any PhotoWriter, on queue: WorkQueue,
    progress: @escaping @Sendable (Double) -> Void, done: @escaping (CommandOutcome) -> Void
  ) {
    if let refusal = store.beginSaving() { return done(.refused(refusal)) }
    subscription = maker.make(store.selection.photos, with: writer) { fraction in
      queue.async { progress(fraction) }
    }
    .map { made in CommandOutcome(saved: made, at: writer.path(of: made.id, made.format)) }
    .stopped(by: cancellation)
    .working(on: queue.forSlowWork)
    .receive(on: queue)
    .sink { completion in
      guard case .failure(let error) = completion else { return }
      store.endSaving(saved: false)
      done(CommandOutcome(messages: error.messages(.prompt).map { .failure($0) }, failure: ExitStatus(error)))
    } receiveValue: { outcome in
      store.endSaving(saved: outcome != nil)
      done(outcome ?? .failed(PromptTexts.saveCancelled, .signalled(SIGINT)))
    }
  }
}

extension CommandOutcome {
  /// Asks for the file's size.
  fileprivate init(saved made: SavedCollage, at path: FilePath) {
    let bytes = (try? Stat(path)).map { Int($0.size) }
    self.init(
      messages: [.success(PromptTexts.saved(made, at: path, bytes: bytes))], saved: made.id,
      warnings: made.warnings.map(\.description))
  }
}
