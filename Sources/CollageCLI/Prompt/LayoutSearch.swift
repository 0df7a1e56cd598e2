internal import CollageKit
internal import ReactiveTraits

/// Lays photos out in the background: a search can take longer than a key may wait. Keeps the latest layout, because the
/// list of photos, the choice of a layout and the preview all ask for the same.
final class LayoutSearch: Sendable {
  /// What a layout follows from.
  struct Request: Hashable, Sendable {
    var photos: [Photo]
    var options: CollageOptions
  }

  private let latest = Locked<(request: Request, result: Result<CollagePlan, CollageError>)?>(nil)

  /// The laid-out collage, then finished; or a failure as in `CollagePlan.init`. Cold; cancelling stops the search.
  func plan(for request: Request) -> Single<CollagePlan, CollageError> {
    Single.work { [self] cancellation throws(CollageError) in
      if let result = known(request) { return try result.get() }
      let result = Result { () throws(CollageError) in
        try CollagePlan(request.photos, request.options, isCancelled: { cancellation.isCancelled })
      }
      if !cancellation.isCancelled { latest.withLock { $0 = (request, result) } }
      return try result.get()
    }
  }

  private func known(_ request: Request) -> Result<CollagePlan, CollageError>? {
    latest.withLock { latest in latest?.request == request ? latest?.result : nil }
  }
}
