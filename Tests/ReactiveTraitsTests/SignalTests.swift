import Dispatch
import OpenCombine
import ReactiveTraits
import Testing

@Suite struct SignalTests {
  @Test func `a subscriber gets what is accepted from then on, and nothing of before`() {
    let signal = Signal<Int>()
    let first = Observer<Int, Never>()
    let second = Observer<Int, Never>()
    signal.accept(1)
    signal.publisher.subscribe(first)
    #expect(first.events == [])
    signal.accept(2)
    signal.publisher.subscribe(second)
    signal.accept(3)
    signal.accept(3)
    #expect(first.events == [.value(2), .value(3), .value(3)])
    #expect(second.events == [.value(3), .value(3)])
  }

  @Test func `what is accepted inside a subscriber follows what is under way, for everybody`() {
    let signal = Signal<Int>()
    let log = Log<String>()
    let subscriptions = ["a", "b"].map { name in
      signal.publisher.sink { value in
        log.add("\(name)\(value)")
        if name == "a", value < 3 { signal.accept(value + 1) }
      }
    }
    signal.accept(1)
    #expect(log.entries == ["a1", "b1", "a2", "b2", "a3", "b3"])
    subscriptions.forEach { $0.cancel() }
  }

  @Test func `who subscribes during a delivery gets the next value, not the one under way`() {
    let signal = Signal<Int>()
    let latecomer = Observer<Int, Never>()
    let subscription = signal.publisher.sink { value in
      if value == 1 {
        signal.publisher.subscribe(latecomer)
        signal.accept(2)
      }
    }
    signal.accept(1)
    #expect(latecomer.values == [2])
    subscription.cancel()
  }

  @Test func `a subscriber that cancels inside a value gets no other, and the others go on`() {
    let signal = Signal<Int>()
    let leaving = Observer<Int, Never> { $0.subscription?.cancel() }
    let staying = Observer<Int, Never>()
    signal.publisher.subscribe(leaving)
    signal.publisher.subscribe(staying)
    signal.accept(1)
    signal.accept(2)
    #expect(leaving.values == [1])
    #expect(staying.values == [1, 2])
  }

  @Test func `accepts from many threads reach every subscriber, once each and in one order`() {
    let signal = Signal<Int>()
    let observers = (0..<3).map { _ in Observer<Int, Never>() }
    for observer in observers { signal.publisher.subscribe(observer) }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<250 { signal.accept(thread * 250 + step) }
    }
    #expect(observers[0].values.sorted() == Array(0..<2000))
    #expect(observers[1].values == observers[0].values)
    #expect(observers[2].values == observers[0].values)
  }

  @Test func `values are kept for a subscriber that hasn't asked for them, and for nobody else`() {
    let signal = Signal<Probe>()
    weak var held: Probe?
    weak var kept: Probe?
    let log = Log<Bool>()
    let subscriber = AnySubscriber<Probe, Never>(
      receiveSubscription: { _ in }, receiveValue: { _ in .none }, receiveCompletion: { _ in })
    do {
      let probe = Probe()
      held = probe
      let subscription = signal.publisher.sink { _ in log.add(true) }
      signal.accept(probe)
      subscription.cancel()
    }
    #expect(log.entries.count == 1)
    #expect(held == nil)
    do {
      let probe = Probe()
      kept = probe
      signal.publisher.subscribe(subscriber)
      signal.accept(probe)
    }
    #expect(kept != nil)
  }

  @Test func `a signal whose owner lets it go is gone, and a cancelled subscriber is let go`() {
    weak var gone: Signal<Int>?
    weak var held: Probe?
    var subscription: AnyCancellable?
    do {
      let signal = Signal<Int>()
      let probe = Probe()
      gone = signal
      held = probe
      subscription = signal.publisher.sink { _ in probe.touch() }
    }
    #expect(gone == nil)
    #expect(held != nil)
    subscription?.cancel()
    #expect(held == nil)
  }
}
