internal import CollageKit
internal import PhotoLayouts
internal import ReactiveTraits
internal import ThreadPool

/// Lays photos out in the background, because a search can take longer than a key may wait. Keeps
/// the latest layout, because the list of photos, the choice of a layout and the preview all ask
/// for the same one.
final class LayoutSearch: Sendable {
  private let faces: FaceFinder?
  private let threads: Int
  private let memory: MemoryBudget?
  private let latest = Locked<(selection: Selection, result: Result<CollagePlan, CollageError>)?>(
    nil)

  /// - Parameters:
  ///   - faces: finds the faces that crops keep; nil to crop in the middle.
  ///   - threads: how many may search at once.
  ///   - memory: what a search among many photos counts in; nil for no limit.
  init(faces: FaceFinder?, threads: Int = 1, memory: MemoryBudget? = nil) {
    self.memory = memory
    self.faces = faces
    self.threads = threads
  }

  /// The laid-out collage, then finished; or a failure as in `CollagePlan.init`. Cold; cancelling
  /// stops the search.
  func plan(for selection: Selection) -> Single<CollagePlan, CollageError> {
    Single.work { [self] cancellation throws(CollageError) in
      try plan(for: selection, cancellation)
    }
  }

  private func plan(
    for selection: Selection, _ cancellation: Cancellation
  ) throws(CollageError) -> CollagePlan {
    if let latest = latest.withLock(\.self), latest.selection == selection {
      return try latest.result.get()
    }
    let result = Result { () throws(CollageError) in
      try CollagePlan(
        selection.photos, MadeOptions(selection.options), faces: faces, threads: threads,
        memory: memory,
        isCancelled: { cancellation.isCancelled })
    }
    if !cancellation.isCancelled { latest.withLock { $0 = (selection, result) } }
    return try result.get()
  }

  /// The first of some selections whose layout differs from that of another selection as it should;
  /// nil if none does. One value, then finished. Cold; cancelling stops the searches.
  func first(
    of candidates: [Selection], insteadOf selection: Selection,
    where isWanted: @escaping @Sendable (_ before: CollageLayout, _ after: CollageLayout) -> Bool
  ) -> Single<Selection?, Never> {
    Single.work { [self] cancellation in
      guard let before = try? plan(for: selection, cancellation) else { return nil }
      return candidates.first { candidate in
        guard !cancellation.isCancelled, let after = try? plan(for: candidate, cancellation) else {
          return false
        }
        return isWanted(before.layout, after.layout)
      }
    }
  }

  /// The layouts of these ranks, from 1, as far as they exist; one dictionary, then finished. Cold.
  func layouts(_ ranks: ClosedRange<Int>, of selection: Selection) -> Single<
    [Int: CollageLayout], Never
  > {
    Single.work { [faces, threads, memory] cancellation in
      let layouts = try? CollagePlan.layouts(
        ranks, of: selection.photos, MadeOptions(selection.options), faces: faces,
        threads: threads, memory: memory,
        isCancelled: { cancellation.isCancelled })
      // After a cancellation nobody receives the result.
      return layouts ?? [:]
    }
  }
}
