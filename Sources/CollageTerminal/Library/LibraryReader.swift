internal import CollageKit
internal import ReactiveTraits

/// Reads a library for a panel, in the background.
struct LibraryReader: Sendable {
  /// How long recipes are read until those that are read by then are shown.
  private static let readingTime = Duration.milliseconds(50)

  let library: PhotoLibrary

  /// Every collage, the newest first: one list, then finished. Cold.
  var list: Single<[ListedAsset], LibraryError> {
    .work { [library] cancellation throws(LibraryError) in
      var found: [ListedAsset] = []
      try library.forEachAsset {
        found.append($0)
        return !cancellation.isCancelled
      }
      return found.sorted { AssetOrder.date.areInOrder($0, $1) }
    }
  }

  /// Collages with what their recipes say, in this order: as many as can be read in a short time,
  /// at least one, then finished. Cold.
  func entries(of listed: [ListedAsset]) -> Single<[CollageEntry], Never> {
    .work { cancellation in
      let end = ContinuousClock.now + Self.readingTime
      var read: [CollageEntry] = []
      for collage in listed where !cancellation.isCancelled {
        read.append(CollageEntry(collage, try? collage.asset.summary()))
        if ContinuousClock.now >= end { break }
      }
      return read
    }
  }
}
