/// Keeps values up to a total cost, and drops the least recently used ones first.
package struct LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let value: Value
    let cost: Int
    var lastUse: Int
  }

  package let limit: Int
  private var entries: [Key: Entry] = [:]
  private var uses = 0
  /// The total cost of all values.
  package private(set) var cost = 0

  /// - Parameter limit: the maximum total cost.
  package init(limit: Int) { self.limit = limit }

  package var count: Int { entries.count }

  /// The value of a key, which now counts as the most recently used; nil if there is none.
  package mutating func value(for key: Key) -> Value? {
    guard let index = entries.index(forKey: key) else { return nil }
    uses += 1
    entries.values[index].lastUse = uses
    return entries.values[index].value
  }

  /// Adds a value as the most recently used one. It stays even if it alone costs more than the
  /// limit.
  ///
  /// - Returns: the values that were dropped, so that the caller can release them outside its lock.
  @discardableResult
  package mutating func insert(_ value: Value, for key: Key, cost: Int) -> [Value] {
    var dropped = [remove(key)].compactMap(\.self)
    uses += 1
    entries[key] = Entry(value: value, cost: cost, lastUse: uses)
    self.cost += cost
    while self.cost > limit, entries.count > 1,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }),
      let value = remove(oldest.key)
    {
      dropped.append(value)
    }
    return dropped
  }

  @discardableResult
  package mutating func remove(_ key: Key) -> Value? {
    guard let entry = entries.removeValue(forKey: key) else { return nil }
    cost -= entry.cost
    return entry.value
  }
}
