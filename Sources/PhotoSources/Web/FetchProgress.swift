/// The progress of a fetcher.
package struct FetchProgress: Hashable, Sendable {
  /// How many photos were requested, and how many of these have arrived or failed.
  package internal(set) var requested = 0
  package internal(set) var ended = 0
  /// How many bytes have been received, after inflating.
  package internal(set) var bytes = 0
  /// The total size of the bodies that have begun to arrive, in bytes; a body counts as 0 if the
  /// server doesn't tell its size.
  package internal(set) var expectedBytes = 0

  package init() {}
}
