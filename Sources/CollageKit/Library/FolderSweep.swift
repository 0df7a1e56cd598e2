internal import ReactiveTraits
internal import SystemPackage

/// Removes leftovers of writers that no longer run, once for each folder: listing a library of thousands of assets for
/// each new one would cost more than making them.
package final class FolderSweep: Sendable {
  /// How many folders are remembered; after that all are forgotten.
  private static let limit = 1024
  private let swept = Locked(Set<FilePath>())

  package init() {}

  func sweep(_ folder: FilePath) {
    let isNew = swept.withLock { swept in
      if swept.count >= Self.limit { swept = [] }
      return swept.insert(folder).inserted
    }
    if isNew { TemporaryFileName.sweep(folder) }
  }
}
