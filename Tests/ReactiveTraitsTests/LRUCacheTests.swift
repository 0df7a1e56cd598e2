import ReactiveTraits
import Testing

@Suite struct LRUCacheTests {
  @Test func `what was put in is found by its key`() {
    var cache = LRUCache<String, Int>(limit: 10)
    cache.insert(1, for: "a", cost: 5)
    #expect(cache.value(for: "a") == 1 && cache.value(for: "b") == nil)
    #expect(cache.remove("a") == 1 && cache.remove("a") == nil)
    #expect(cache.count == 0 && cache.cost == 0)
  }

  @Test func `the least recently used go first when room runs out`() {
    var cache = LRUCache<String, Int>(limit: 3)
    for (index, key) in ["a", "b", "c"].enumerated() {
      #expect(cache.insert(index, for: key, cost: 1) == [])
    }
    #expect(cache.value(for: "a") == 0)
    #expect(cache.insert(3, for: "d", cost: 2) == [1, 2])
    #expect(
      ["a", "b", "c", "d"].map { cache.value(for: $0) != nil } == [true, false, false, true])
  }

  @Test func `the newest stays, even if it is larger than all the room`() {
    var cache = LRUCache<String, Int>(limit: 1)
    cache.insert(1, for: "a", cost: 4)
    #expect(cache.value(for: "a") == 1)
    #expect(cache.insert(2, for: "b", cost: 4) == [1])
    #expect(cache.value(for: "a") == nil && cache.value(for: "b") == 2)
  }

  @Test func `the cost follows what is kept`() {
    var cache = LRUCache<String, Int>(limit: 20)
    for (index, key) in ["a", "b", "a", "b"].enumerated() {
      cache.insert(index, for: key, cost: 10)
    }
    #expect(cache.cost == 20 && cache.count == 2)
    #expect(cache.insert(9, for: "b", cost: 1) == [3])
    #expect(cache.cost == 11 && cache.value(for: "a") == 2)
  }
}
