/// Keeps values up to a total cost, and drops the least recently used ones first.
package struct LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let value: Value
    let cost: Int
    var lastUse: Int
  }

  /// A use of a key: its last one, unless the entry says otherwise.
  private struct Use: Sendable {
    let key: Key
    let number: Int
  }

  package let limit: Int
  private var entries: [Key: Entry] = [:]
  /// In order, from `firstUse` on; earlier uses of a key stay until they are passed.
  private var order: [Use] = []
  private var firstUse = 0
  private var uses = 0
  /// The total cost of all values.
  package private(set) var cost = 0

  /// - Parameter limit: the maximum total cost.
  package init(limit: Int) { self.limit = limit }

  package var count: Int { entries.count }

  /// The value of a key, which now counts as the most recently used; nil if there is none.
  package mutating func value(for key: Key) -> Value? {
    guard let index = entries.index(forKey: key) else { return nil }
    entries.values[index].lastUse = use(key)
    return entries.values[index].value
  }

  /// Adds a value as the most recently used one. It stays even if it alone costs more than the
  /// limit.
  ///
  /// - Returns: the values that were dropped, so that the caller can release them outside its lock.
  @discardableResult
  package mutating func insert(_ value: Value, for key: Key, cost: Int) -> [Value] {
    var dropped = [remove(key)].compactMap(\.self)
    entries[key] = Entry(value: value, cost: cost, lastUse: use(key))
    self.cost += cost
    while self.cost > limit, entries.count > 1 {
      let oldest = order[firstUse]
      firstUse += 1
      guard entries[oldest.key]?.lastUse == oldest.number, let value = remove(oldest.key) else {
        continue
      }
      dropped.append(value)
    }
    return dropped
  }

  /// Notes a key's use, and forgets the passed ones when they are most.
  ///
  /// - Returns: its number.
  private mutating func use(_ key: Key) -> Int {
    if order.count > 64, order.count > 4 * entries.count {
      order = order[firstUse...].filter { entries[$0.key]?.lastUse == $0.number }
      firstUse = 0
    }
    uses += 1
    order.append(Use(key: key, number: uses))
    return uses
  }

  @discardableResult
  package mutating func remove(_ key: Key) -> Value? {
    guard let entry = entries.removeValue(forKey: key) else { return nil }
    cost -= entry.cost
    return entry.value
  }
}
