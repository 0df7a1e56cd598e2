/// What a fetcher has done so far.
package struct FetchProgress: Hashable, Sendable {
  /// How many photos were asked for, and how many of them are there, or have failed.
  package internal(set) var requested = 0
  package internal(set) var ended = 0
  /// How many bytes have been received, inflated.
  package internal(set) var bytes = 0
  /// The sizes of the bodies that have begun, in bytes; those of which a server doesn't tell it
  /// count nothing.
  package internal(set) var expectedBytes = 0

  package init() {}
}
