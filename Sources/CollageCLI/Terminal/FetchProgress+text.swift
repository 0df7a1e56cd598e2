internal import PhotoSources

extension FetchProgress {
  /// Whether there is anything to report.
  var isFetching: Bool { requested > ended }

  /// "fetching 2 of 6 photos, 12.3 MB".
  var text: String { "fetching \(min(ended + 1, requested)) of \(requested) photos, \(amount)" }

  /// "842 kB", "12.3 MB".
  var amount: String {
    bytes < 1_000_000 ? "\((bytes + 500) / 1000) kB" : "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
  }
}
