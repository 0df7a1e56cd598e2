internal import PhotoSources

extension FetchProgress {
  /// Whether there is anything to report.
  var isFetching: Bool { requested > ended }

  /// "fetching 2 of 6 photos, 12.3 MB of 24.0 MB".
  var text: String {
    let total = expectedBytes > bytes ? " of \(Self.size(expectedBytes))" : ""
    return "fetching \(min(ended + 1, requested)) of \(requested) photos, \(amount)\(total)"
  }

  /// "842 kB", "12.3 MB".
  var amount: String { Self.size(bytes) }

  private static func size(_ bytes: Int) -> String {
    bytes < 1_000_000 ? "\((bytes + 500) / 1000) kB" : "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
  }
}
