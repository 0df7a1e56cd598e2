/// Which photos are taken of folders, and of all that is named.
package enum PhotoChoice: Hashable, Sendable {
  /// All pictures of a folder.
  case all
  /// So many of all, by `BestPhotos`.
  case best(Int)
}
