internal import ReactiveTraits
internal import SystemPackage

/// Removes what writers that are gone left in folders, once a folder: listing a library of thousands of assets for each of
/// them would cost more than making them.
package final class FolderSweep: Sendable {
  /// So many folders are remembered; then it begins anew.
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
