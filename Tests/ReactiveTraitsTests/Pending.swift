import ReactiveTraits
import ThreadPool

/// Work that a test ends by hand, and that ends by itself when it is cancelled.
final class Pending<Kind: Trait, Failure: Error>: Sendable {
  private let ends = Locked<[Work<Kind, Failure>.End]>([])
  private let cancellations = Log<Bool>()

  var work: Work<Kind, Failure> {
    .create { [self] cancellation, end in
      ends.withLock { $0.append(end) }
      cancellation.onCancel { [self] in
        cancellations.add(true)
        end(nil)
      }
    }
  }

  /// How often it was started, and how often it was cancelled.
  var begun: Int { ends.withLock { $0.count } }
  var cancelled: Int { cancellations.entries.count }

  /// Ends the run that was begun last.
  func end(_ result: Result<Kind.Outcome, Failure>?) {
    ends.withLock { $0.last }?(result)
  }
}
typealias PendingSingle<Value: Sendable> = Pending<SingleTrait<Value>, TestError>

extension Work {
  /// The same work, which calls `body` once for each run, when the run has stopped.
  func onEnd(_ body: @escaping End) -> Self {
    .using({ () throws(Failure) in }, release: { _, result in body(result) }, work: { _ in self })
  }
}
