internal import OpenCombine
internal import PhotoSources

/// Shows on a progress line what is being fetched from the web.
struct FetchProgressLine {
  private let subscription: AnyCancellable

  init(of web: WebPhotos, on line: ProgressLine) {
    subscription = web.progress.sink { progress in
      guard progress.isFetching else { return }
      line.show(every: .milliseconds(100)) { progress.text }
    }
  }

  func stop() { subscription.cancel() }
}

extension FetchProgress {
  /// Whether there is anything to tell.
  var isFetching: Bool { requested > ended }

  /// "fetching 2 of 6 photos, 12.3 MB".
  var text: String { "fetching \(min(ended + 1, requested)) of \(requested) photos, \(amount)" }

  /// "842 kB", "12.3 MB".
  var amount: String {
    bytes < 1_000_000 ? "\((bytes + 500) / 1000) kB" : "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
  }
}
