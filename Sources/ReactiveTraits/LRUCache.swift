/// Values that are kept while there is room: the least recently used are dropped first.
package struct LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let value: Value
    let cost: Int
    var lastUse: Int
  }

  package let limit: Int
  private var entries: [Key: Entry] = [:]
  private var uses = 0
  /// Of all values together.
  package private(set) var cost = 0

  /// - Parameter limit: of the cost.
  package init(limit: Int) { self.limit = limit }

  package var count: Int { entries.count }

  /// Counts as a use.
  package mutating func value(for key: Key) -> Value? {
    guard let index = entries.index(forKey: key) else { return nil }
    uses += 1
    entries.values[index].lastUse = uses
    return entries.values[index].value
  }

  /// The newest value stays, even if it costs more than the limit.
  ///
  /// - Returns: what was dropped for it, to be released without a lock.
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
