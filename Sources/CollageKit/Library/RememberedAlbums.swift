internal import ReactiveTraits

/// The albums that a program has saved into, by the names it knew them by: they stay the same when they are renamed.
///
/// Thread-safe.
package final class RememberedAlbums: Sendable {
  private let ids = Locked([AlbumName: AlbumID]())

  package init() {}

  subscript(name: AlbumName) -> AlbumID? {
    get { ids.withLock { $0[name] } }
    set { ids.withLock { $0[name] = newValue } }
  }
}
