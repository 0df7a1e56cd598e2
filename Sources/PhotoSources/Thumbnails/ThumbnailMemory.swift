internal import PhotoCodecs

/// Thumbnails, and why photos have none, kept while there is room: the least recently used are dropped first.
struct ThumbnailMemory {
  typealias Outcome = Result<Thumbnail, ThumbnailError>

  private struct Entry {
    let outcome: Outcome
    let bytes: Int
    var lastUse: Int
  }

  /// What an entry takes beside its pixels, in bytes: a path, and its share of the table.
  private static let entryBytes = 512

  private let limit: Int
  private var entries: [ThumbnailKey: Entry] = [:]
  private var uses = 0
  private(set) var bytes = 0

  /// - Parameter limit: in bytes.
  init(limit: Int) { self.limit = limit }

  /// The outcome for this key, or for a larger thumbnail of the same photo; counts as a use.
  mutating func outcome(for key: ThumbnailKey) -> Outcome? {
    for key in key.orLarger {
      guard let index = entries.index(forKey: key) else { continue }
      uses += 1
      entries.values[index].lastUse = uses
      return entries.values[index].outcome
    }
    return nil
  }

  /// - Returns: what was dropped for it, to be released without a lock.
  mutating func insert(_ outcome: Outcome, for key: ThumbnailKey) -> [Outcome] {
    let pixels = (try? outcome.get()).map { Raster.bytes(of: $0.raster.size) } ?? 0
    uses += 1
    let entry = Entry(outcome: outcome, bytes: pixels + Self.entryBytes, lastUse: uses)
    var dropped: [Outcome] = []
    if let old = entries.updateValue(entry, forKey: key) {
      bytes -= old.bytes
      dropped.append(old.outcome)
    }
    bytes += entry.bytes
    while bytes > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      entries[oldest.key] = nil
      bytes -= oldest.value.bytes
      dropped.append(oldest.value.outcome)
    }
    return dropped
  }
}
