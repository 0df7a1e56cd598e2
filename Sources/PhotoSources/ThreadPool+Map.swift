internal import ReactiveTraits
internal import Synchronization
internal import ThreadPool

extension ThreadPool {
  /// More threads than processors, because they wait for a network's disk; but not many more, since
  /// each of them also takes open files.
  static let maxMapThreads = 4

  /// The maximum number of threads that read files from a slow disk: it answers many requests at
  /// once.
  private static let maxFileThreads = 16
  /// A file that takes longer than this comes from a slow disk.
  private static let slowReading = Duration.microseconds(1500)

  /// As `map`, for elements of which each has a file read. If the first ones take long, because the
  /// disk is slow, more threads read the others.
  func mapFiles<Element: Sendable, Value: Sendable>(
    _ elements: [Element], _ cancellation: Cancellation, _ body: @Sendable (Element) -> Value?
  ) -> [Value] {
    let first = elements.prefix(Self.maxMapThreads)
    let begun = ContinuousClock.now
    let values = first.compactMap { cancellation.isCancelled ? nil : body($0) }
    let isSlow = ContinuousClock.now - begun > Self.slowReading * first.count
    guard elements.count > first.count else { return values }
    let others = Array(elements[first.count...])
    let threads = isSlow ? Self.maxFileThreads : Self.maxMapThreads
    return values
      + map(others, atOnce: isSlow ? 1 : 16, threads: threads, cancellation, body)
  }

  /// The results of `body` for the elements, in their order, computed on a few threads. Elements
  /// for which it returns nil are left out, and so are those that are not processed by the time of
  /// a cancellation.
  ///
  /// - Parameters:
  ///   - chunk: how many elements a thread takes at once.
  ///   - threads: how many threads there are at most.
  func map<Element: Sendable, Value: Sendable>(
    _ elements: [Element], atOnce chunk: Int = 1, threads: Int = maxMapThreads,
    _ cancellation: Cancellation, _ body: @Sendable (Element) -> Value?
  ) -> [Value] {
    let made = Locked<[(start: Int, values: [Value])]>([])
    let next = Atomic(0)
    parallel(min(threads, (elements.count + chunk - 1) / chunk)) { _ in
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

  /// The elements in order, sorted in parts on a few threads; in any order after a cancellation.
  /// Equal elements keep their order.
  func sorted<Element: Sendable>(
    _ elements: [Element], _ cancellation: Cancellation,
    by areInOrder: @Sendable (Element, Element) -> Bool
  ) -> [Element] {
    let part = max(Self.minSortedElements, (elements.count + 3) / Self.maxMapThreads)
    var starts = Array(stride(from: 0, to: elements.count, by: part))
    if starts.count < 2 { return elements.sorted(by: areInOrder) }
    var parts = map(starts, cancellation) { start in
      elements[start..<min(start + part, elements.count)].sorted(by: areInOrder)
    }
    while parts.count > 1, !cancellation.isCancelled {
      let pairs = parts
      starts = Array(stride(from: 0, to: pairs.count, by: 2))
      parts = map(starts, cancellation) { first in
        first + 1 < pairs.count
          ? Self.merged(pairs[first], pairs[first + 1], areInOrder)
          : pairs[first]
      }
    }
    return parts.count == 1 && !cancellation.isCancelled ? parts[0] : elements
  }

  /// Fewer than these aren't worth a thread.
  private static let minSortedElements = 4096

  private static func merged<Element>(
    _ first: [Element], _ second: [Element], _ areInOrder: (Element, Element) -> Bool
  ) -> [Element] {
    var merged: [Element] = []
    merged.reserveCapacity(first.count + second.count)
    var (next, other) = (0, 0)
    while next < first.count, other < second.count {
      if areInOrder(second[other], first[next]) {
        merged.append(second[other])
        other += 1
      } else {
        merged.append(first[next])
        next += 1
      }
    }
    return merged + first[next...] + second[other...]
  }
}
