internal import PhotoCodecs

/// The facts of some photos, by their numbers, as far as they are known: two allocations in all.
struct PackedFacts: Sendable {
  private var bytes: [UInt8] = []
  /// Where the facts of each photo begin, or `unknown`; empty while none are known.
  private var starts: [UInt32] = []
  private let count: Int

  private static let unknown = UInt32.max

  /// - Parameter count: how many photos there are.
  init(count: Int) { self.count = count }

  func contains(_ index: Int) -> Bool { start(index) != nil }

  /// Nil if they aren't known.
  subscript(index: Int) -> PhotoFacts? {
    start(index).flatMap { StoredFacts.facts(in: bytes, at: $0) }
  }

  /// When the photo was taken; nil also if that isn't known.
  func moment(_ index: Int) -> MomentTaken? {
    start(index).flatMap { StoredFacts.moment(in: bytes, at: $0) }
  }

  /// Its stars; nil also if they aren't known.
  func rating(_ index: Int) -> Int? {
    start(index).flatMap { StoredFacts.rating(in: bytes, at: $0) }
  }

  mutating func set(_ index: Int, _ facts: PhotoFacts) {
    begin(index)
    StoredFacts.append(facts, to: &bytes)
  }

  /// - Parameter stored: the bytes of a photo's facts.
  mutating func set(_ index: Int, copying stored: ArraySlice<UInt8>) {
    begin(index)
    bytes += stored
  }

  mutating func remove(_ index: Int) {
    if !starts.isEmpty { starts[index] = Self.unknown }
  }

  /// Frees the spare room of growing arrays.
  mutating func trim() { (bytes, starts) = (Array(bytes[...]), Array(starts[...])) }

  private func start(_ index: Int) -> Int? {
    guard !starts.isEmpty, starts[index] != Self.unknown else { return nil }
    return Int(starts[index])
  }

  /// The texts of a thousand photos have less than four gigabytes, because each photo's are
  /// limited.
  private mutating func begin(_ index: Int) {
    if starts.isEmpty { starts = Array(repeating: Self.unknown, count: count) }
    starts[index] = UInt32(bytes.count)
  }
}
