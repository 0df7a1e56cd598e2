import Dispatch
import OpenCombine
import ReactiveTraits
import Testing

@Suite struct RelayTests {
  @Test func `a late subscriber gets the current value first`() {
    let relay = Relay(1)
    relay.accept(2)
    relay.accept(3)
    let late = Observer<Int, Never>()
    relay.publisher.subscribe(late)
    #expect(late.events == [.value(3)])
  }

  @Test func `every subscriber gets every accepted value in order, equal ones too, and no end`() {
    let relay = Relay("a")
    let first = Observer<String, Never>()
    let second = Observer<String, Never>()
    relay.publisher.subscribe(first)
    relay.accept("b")
    relay.publisher.subscribe(second)
    relay.accept("b")
    relay.accept("c")
    #expect(first.events == [.value("a"), .value("b"), .value("b"), .value("c")])
    #expect(second.events == [.value("b"), .value("b"), .value("c")])
  }

  @Test func `the value is the latest one accepted, also while an older one is delivered`() {
    let relay = Relay(0)
    var read: [Int] = []
    let subscription = relay.publisher.sink { value in
      if value == 1 { relay.accept(2) }
      read.append(relay.value)
    }
    relay.accept(1)
    #expect(read == [0, 2, 2])
    #expect(relay.value == 2)
    subscription.cancel()
  }

  @Test
  func `a value accepted inside a subscriber waits until the one under way has reached everybody`()
  {
    let relay = Relay(0)
    let log = Log<String>()
    let subscriptions = ["a", "b", "c"].map { name in
      relay.publisher.sink { value in
        log.add("\(name)\(value)")
        if name == "a", value == 1 {
          relay.accept(2)
          relay.accept(3)
        }
        if name == "b", value == 2 { relay.accept(4) }
      }
    }
    relay.accept(1)
    #expect(
      log.entries == [
        "a0", "b0", "c0", "a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "a4", "b4", "c4",
      ])
    subscriptions.forEach { $0.cancel() }
  }

  @Test func `a value accepted inside a replay follows the replay`() {
    let relay = Relay(0)
    let other = Observer<Int, Never>()
    relay.publisher.subscribe(other)
    var seen: [Int] = []
    var isInside = false
    let subscription = relay.publisher.sink { value in
      #expect(!isInside)
      isInside = true
      if value < 3 { relay.accept(value + 1) }
      seen.append(value)
      isInside = false
    }
    #expect(seen == [0, 1, 2, 3])
    #expect(other.values == [0, 1, 2, 3])
    subscription.cancel()
  }

  @Test func `a long chain of accepts inside a subscriber does not deepen the stack`() {
    let relay = Relay(0)
    var sum = 0
    let subscription = relay.publisher.sink { value in
      sum += value
      if value < 20_000 { relay.accept(value + 1) }
    }
    #expect(sum == 20_000 * 20_001 / 2)
    subscription.cancel()
  }

  @Test
  func `who subscribes during a delivery gets the value under way once, and then those waiting`() {
    let relay = Relay(0)
    let early = Observer<Int, Never>()
    let latecomer = Observer<Int, Never>()
    let subscription = relay.publisher.sink { value in
      if value == 1 {
        relay.publisher.subscribe(latecomer)
        #expect(latecomer.values == [1])
        relay.accept(2)
      }
    }
    relay.publisher.subscribe(early)
    relay.accept(1)
    relay.accept(3)
    #expect(latecomer.values == [1, 2, 3])
    #expect(early.values == [0, 1, 2, 3])
    subscription.cancel()
  }

  @Test func `who subscribes while a newer value waits starts with that one and gets it once`() {
    let relay = Relay(0)
    let latecomer = Observer<Int, Never>()
    let subscription = relay.publisher.sink { value in
      if value == 1 {
        relay.accept(2)
        relay.publisher.subscribe(latecomer)
      }
    }
    relay.accept(1)
    relay.accept(3)
    #expect(latecomer.values == [2, 3])
    subscription.cancel()
  }

  @Test func `an accept on another thread during a delivery returns, and is delivered next`() {
    let relay = Relay(0)
    let other = DispatchQueue(label: "other")
    let log = Log<String>()
    let subscriptions = ["a", "b"].map { name in
      relay.publisher.sink { value in
        log.add("\(name)\(value)")
        if name == "a", value == 1 { other.sync { relay.accept(2) } }
      }
    }
    relay.accept(1)
    #expect(log.entries == ["a0", "b0", "a1", "b1", "a2", "b2"])
    subscriptions.forEach { $0.cancel() }
  }

  @Test func `accepts from many threads reach every subscriber, once each and in one order`() {
    let relay = Relay(-1)
    let observers = (0..<3).map { _ in Observer<Int, Never>() }
    for observer in observers { relay.publisher.subscribe(observer) }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<250 { relay.accept(thread * 250 + step) }
    }
    let order = observers[0].values
    #expect(order.sorted() == Array(-1..<2000))
    #expect(order.last == relay.value)
    #expect(observers[1].values == order)
    #expect(observers[2].values == order)
  }

  @Test func `who subscribes while many threads accept misses nothing and sees nothing twice`() {
    let relay = Relay(0)
    let logs = (0..<40).map { _ in Log<Int>() }
    let bag = CancellableBag()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<200 {
        relay.update { $0 += 1 }
        if step % 40 == 0 {
          let log = logs[thread * 5 + step / 40]
          relay.publisher.sink { log.add($0) }.store(in: bag)
        }
      }
    }
    for log in logs {
      let values = log.entries
      #expect(values == Array((values.first ?? 0)...1600))
    }
  }

  @Test func `an update loses no increment, and delivers each`() {
    let relay = Relay(0)
    let observer = Observer<Int, Never>()
    relay.publisher.subscribe(observer)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<250 { relay.update { $0 += 1 } }
    }
    #expect(relay.value == 2000)
    #expect(observer.values == Array(0...2000))
  }

  @Test func `an update returns what its body returns, after delivering`() {
    let relay = Relay([1])
    let observer = Observer<[Int], Never>()
    relay.publisher.subscribe(observer)
    let count = relay.update { list in
      list.append(2)
      return list.count
    }
    #expect(count == 2)
    #expect(observer.values == [[1], [1, 2]])
  }

  @Test func `an update that throws accepts nothing`() {
    let relay = Relay(1)
    let observer = Observer<Int, Never>()
    relay.publisher.subscribe(observer)
    #expect(throws: TestError.torn) {
      try relay.update { value throws(TestError) in
        value = 2
        throw .torn
      }
    }
    #expect(relay.value == 1)
    #expect(observer.values == [1])
    relay.accept(3)
    #expect(observer.values == [1, 3])
  }

  @Test func `a subscriber gets no more than it asks for, and the rest is kept for it`() {
    let relay = Relay(0)
    let observer = Observer<Int, Never>(demand: .none)
    relay.publisher.subscribe(observer)
    (1...4).forEach { relay.accept($0) }
    #expect(observer.values == [])
    observer.subscription?.request(.max(2))
    #expect(observer.values == [0, 1])
    observer.subscription?.request(.max(1))
    #expect(observer.values == [0, 1, 2])
    observer.subscription?.request(.unlimited)
    relay.accept(5)
    #expect(observer.values == [0, 1, 2, 3, 4, 5])
  }

  @Test func `a subscriber that asks for one more inside each value gets one at a time`() {
    let relay = Relay(0)
    let observer = Observer<Int, Never>(demand: .max(1)) { $0.subscription?.request(.max(1)) }
    relay.publisher.subscribe(observer)
    (1...4).forEach { relay.accept($0) }
    #expect(observer.values == [0, 1, 2, 3, 4])
  }

  @Test func `a cancelled subscriber gets nothing more, even of the value under way`() {
    let relay = Relay(0)
    let cancelled = Observer<Int, Never>()
    let staying = Observer<Int, Never>()
    let canceller = relay.publisher.sink { value in
      if value == 1 { cancelled.subscription?.cancel() }
    }
    relay.publisher.subscribe(cancelled)
    relay.publisher.subscribe(staying)
    relay.accept(1)
    relay.accept(2)
    #expect(cancelled.values == [0])
    #expect(staying.values == [0, 1, 2])
    canceller.cancel()
  }

  @Test
  func
    `a subscriber that cancels itself inside a value gets no other, though more were kept for it`()
  {
    let relay = Relay(0)
    let observer = Observer<Int, Never>(demand: .none) { $0.subscription?.cancel() }
    relay.publisher.subscribe(observer)
    relay.accept(1)
    observer.subscription?.request(.unlimited)
    relay.accept(2)
    #expect(observer.values == [0])
  }

  @Test func `operators derive state from a relay synchronously`() {
    let relay = Relay(0)
    var seen: [Bool] = []
    let subscription = relay.publisher.map { $0 > 1 }.removeDuplicates().sink { seen.append($0) }
    (1...3).forEach { relay.accept($0) }
    relay.accept(0)
    #expect(seen == [false, true, false])
    subscription.cancel()
  }

  @Test func `a cancelled subscription lets go of what its subscriber holds`() {
    let relay = Relay(0)
    weak var held: Probe?
    var subscription: AnyCancellable?
    do {
      let probe = Probe()
      held = probe
      subscription = relay.publisher.sink { _ in probe.touch() }
    }
    #expect(held != nil)
    subscription?.cancel()
    #expect(held == nil)
    relay.accept(1)
  }

  @Test func `a relay whose owner lets it go is gone, with subscribers or without`() {
    weak var gone: Relay<Int>?
    let observer = Observer<Int, Never>()
    do {
      let relay = Relay(0)
      gone = relay
      relay.publisher.subscribe(observer)
      relay.accept(1)
    }
    #expect(gone == nil)
    #expect(observer.events == [.value(0), .value(1)])
    observer.subscription?.cancel()
  }

  @Test func `a publisher keeps its relay alive`() {
    let publisher = Relay(7).publisher
    let observer = Observer<Int, Never>()
    publisher.subscribe(observer)
    #expect(observer.values == [7])
  }

  @Test func `values that have been delivered are let go`() {
    weak var delivered: Probe?
    let relay: Relay<Probe>
    do {
      let probe = Probe()
      delivered = probe
      relay = Relay(probe)
    }
    let subscription = relay.publisher.sink { $0.touch() }
    #expect(delivered != nil)
    relay.accept(Probe())
    #expect(delivered == nil)
    subscription.cancel()
  }

  @Test func `releasing a value may use the relay`() {
    final class Goodbye: Sendable {
      let atEnd: @Sendable () -> Void
      init(_ atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }
      deinit { atEnd() }
    }
    let relay = Relay<Goodbye?>(nil)
    let log = Log<Bool>()
    relay.accept(Goodbye { [weak relay] in log.add(relay?.value == nil) })
    relay.accept(nil)
    #expect(log.entries == [true])
  }
}
