internal import ReactiveTraits
internal import ThreadPool

/// The photos of a source, in every order that was asked for.
final class PhotoCatalogue: Sendable {
  private final class Entry: Sendable {
    /// Locked while it is brought up to date, so that each change is sorted once.
    let current: Locked<SortedPhotos>
    /// As it was last, without waiting.
    let latest: Locked<SortedPhotos>

    init(_ order: SearchOrder) {
      current = Locked(SortedPhotos(order))
      latest = Locked(SortedPhotos(order))
    }
  }

  /// What is known now.
  let content = Relay(FolderContent())
  private let entries = Dictionary(
    uniqueKeysWithValues: SearchOrder.allCases.map { ($0, Entry($0)) })

  /// What has been sorted so far, which may be less than what is known.
  func latest(in order: SearchOrder) -> SortedPhotos { entries[order]!.latest.withLock { $0 } }

  /// All that is known.
  ///
  /// - Cost: see `SortedPhotos.update(to:)`; the first time it sorts all photos, some 0.1 s for
  ///   100,000.
  func photos(in order: SearchOrder) -> SortedPhotos {
    let entry = entries[order]!
    return entry.current.withLock { sorted in
      // Read while the order is locked, so that no thread goes back to older content.
      sorted.update(to: content.value)
      let result = sorted
      entry.latest.withLock { $0 = result }
      return result
    }
  }

  /// Sorts in all orders, so that no search has to wait for it.
  func sort() {
    for order in SearchOrder.allCases { _ = photos(in: order) }
  }
}
