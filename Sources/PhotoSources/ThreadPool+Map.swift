internal import ReactiveTraits
internal import Synchronization
internal import ThreadPool

extension ThreadPool {
  /// More threads than processors, because they wait for a network's disk; but not many more, since
  /// each of them also takes open files.
  private static let maxMapThreads = 4

  /// The results of `body` for the elements, in their order, computed on a few threads. Elements
  /// for which it returns nil are left out, and so are those that are not processed by the time of
  /// a cancellation.
  ///
  /// - Parameter chunk: how many elements a thread takes at once.
  func map<Element: Sendable, Value: Sendable>(
    _ elements: [Element], atOnce chunk: Int = 1, _ cancellation: Cancellation,
    _ body: @Sendable (Element) -> Value?
  ) -> [Value] {
    let made = Locked<[(start: Int, values: [Value])]>([])
    let next = Atomic(0)
    parallel(min(Self.maxMapThreads, (elements.count + chunk - 1) / chunk)) { _ in
      while !cancellation.isCancelled {
        let start = next.add(chunk, ordering: .relaxed).oldValue
        guard start < elements.count else { return }
        let values = elements[start..<min(start + chunk, elements.count)].compactMap { element in
          cancellation.isCancelled ? nil : body(element)
        }
        made.withLock { $0.append((start, values)) }
      }
    }
    return made.withLock { $0 }.sorted { $0.start < $1.start }.flatMap(\.values)
  }
}
