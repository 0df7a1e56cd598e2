internal import ReactiveTraits
internal import Synchronization
internal import ThreadPool

/// Reads headers of photos for a short time, on a few threads.
struct HeaderReading {
  private static let maxThreads = 4
  /// How long to read before what was read may change a search's results.
  private static let duration = Duration.milliseconds(100)

  private let blocks: [PhotoBlock]

  init(_ blocks: [PhotoBlock]) { self.blocks = blocks }

  /// Reads at least one header, in order. What they say is kept in the blocks.
  func read(_ places: [PhotoPlace], _ cancellation: Cancellation) {
    let end = ContinuousClock.now + Self.duration
    let next = Atomic(0)
    ThreadPool.shared.parallel(min(Self.maxThreads, places.count)) { _ in
      repeat {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < places.count else { return }
        let place = places[number]
        _ = blocks[Int(place.block)].facts(Int(place.index), isCancelled: { cancellation.isCancelled })
      } while !cancellation.isCancelled && ContinuousClock.now < end
    }
  }
}
