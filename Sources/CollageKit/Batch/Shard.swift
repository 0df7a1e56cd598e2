/// One of `count` parts of a batch. A job's part depends on its name alone, on every machine and in
/// every version: the first eight bytes of the name's SHA-256, big-endian, modulo `count`.
package struct Shard: Hashable, Sendable {
  /// From 0, below `count`.
  package let index: Int
  package let count: Int

  package static let whole = Shard(index: 0, count: 1)

  package func holds(_ name: String) -> Bool {
    count == 1
      || UInt64(truncatingIfNeeded: NameHash(name).value >> 64) % UInt64(count) == UInt64(index)
  }
}

extension Shard {
  /// Part `number` of `count`, counted from 0 or from 1: part `count` of `count` is index 0.
  ///
  /// Nil unless `count` is above 0 and `number` from 0 to `count`.
  package init?(_ number: Int, of count: Int) {
    guard count > 0, (0...count).contains(number) else { return nil }
    self.init(index: number % count, count: count)
  }

  /// "3/8".
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1] else { return nil }
    self.init(number, of: count)
  }
}
