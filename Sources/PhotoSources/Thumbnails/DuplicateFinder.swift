package import ReactiveTraits

/// Finds photos whose files have the same bytes, under whatever names.
///
/// Only files of equal size are looked at: first whether they are the same file on disk, then by their SHA-256. Digests
/// are remembered until a file changes, for as long as the finder lives.
package final class DuplicateFinder: Sendable {
  package init() {}

  /// Which of `photos` have the same bytes: one value, then finished; never fails. Cold; runs in the background on a few
  /// threads. Cancelling stops it within 256 KiB of a file.
  ///
  /// A file that can't be read, or changes meanwhile, counts as different from all others.
  ///
  /// - Parameters:
  ///   - photos: in the order in which the user sees them.
  ///   - shown: the places of the photos that matter; only files of their sizes are read, and only their groups found. Nil
  ///     for all photos.
  /// - Cost: about 2 µs for each photo that shares its size with another, plus reading, once, each file that shares its
  ///   size with another file, at about 1 GB/s a thread.
  package func duplicates(among photos: [IndexedPhoto], shown: Range<Int>? = nil) -> Single<Duplicates, Never> {
    fatalError()
  }
}
