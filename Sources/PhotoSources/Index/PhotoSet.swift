/// A set of photos of one block, by their indices.
struct PhotoSet: Sendable {
  /// A bit for each of the `PhotoBlock.capacity` photos.
  private var bits = InlineArray<16, UInt64>(repeating: 0)

  init() {}

  /// The first `count` photos of the block.
  init(first count: Int) {
    for word in 0..<count / 64 { bits[word] = .max }
    if count % 64 > 0 { bits[count / 64] = 1 << UInt64(count % 64) - 1 }
  }

  var count: Int {
    var count = 0
    for word in bits.indices { count += bits[word].nonzeroBitCount }
    return count
  }

  func contains(_ place: Int) -> Bool { bits[place >> 6] >> UInt64(place & 63) & 1 == 1 }

  mutating func insert(_ place: Int) { bits[place >> 6] |= 1 << UInt64(place & 63) }

  func union(_ other: PhotoSet) -> PhotoSet { combined(with: other, |) }
  func intersection(_ other: PhotoSet) -> PhotoSet { combined(with: other, &) }
  func subtracting(_ other: PhotoSet) -> PhotoSet { combined(with: other) { $0 & ~$1 } }

  private func combined(with other: PhotoSet, _ combine: (UInt64, UInt64) -> UInt64) -> PhotoSet {
    var result = PhotoSet()
    for word in bits.indices { result.bits[word] = combine(bits[word], other.bits[word]) }
    return result
  }

  /// The indices in ascending order.
  var places: [Int] {
    var places: [Int] = []
    forEach { places.append($0) }
    return places
  }

  /// Calls `body` with each index in ascending order.
  func forEach(_ body: (Int) -> Void) {
    for word in bits.indices {
      var rest = bits[word]
      while rest != 0 {
        body(word * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}
