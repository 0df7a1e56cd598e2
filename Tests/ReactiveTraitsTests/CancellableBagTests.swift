import Dispatch
import OpenCombine
import ReactiveTraits
import Testing

@Suite struct CancellableBagTests {
  @Test func `cancelling a bag cancels all it holds, once and in order`() {
    let bag = CancellableBag()
    let log = Log<Int>()
    for number in 1...3 { AnyCancellable { log.add(number) }.store(in: bag) }
    #expect(log.entries == [])
    bag.cancelAll()
    bag.cancelAll()
    #expect(log.entries == [1, 2, 3])
  }

  @Test func `releasing a bag cancels all it holds`() {
    let log = Log<Int>()
    do {
      let bag = CancellableBag()
      AnyCancellable { log.add(1) }.store(in: bag)
      #expect(log.entries == [])
    }
    #expect(log.entries == [1])
  }

  @Test func `what is put into a cancelled bag is cancelled at once`() {
    let bag = CancellableBag()
    bag.cancelAll()
    let log = Log<Int>()
    let latecomer = AnyCancellable { log.add(1) }
    latecomer.store(in: bag)
    #expect(log.entries == [1])
  }

  @Test func `a bag keeps subscriptions going, and lets go of them when cancelled`() {
    let relay = Relay(0)
    let bag = CancellableBag()
    let log = Log<Int>()
    weak var held: Probe?
    do {
      let probe = Probe()
      held = probe
      relay.publisher.sink { value in
        probe.touch()
        log.add(value)
      }.store(in: bag)
    }
    relay.accept(1)
    bag.cancelAll()
    relay.accept(2)
    #expect(log.entries == [0, 1])
    #expect(held == nil)
  }

  @Test func `a subscriber may cancel the bag that holds it`() {
    let relay = Relay(0)
    let bag = CancellableBag()
    let log = Log<Int>()
    for _ in 0..<2 {
      relay.publisher.sink { value in
        log.add(value)
        if value == 1 { bag.cancelAll() }
      }.store(in: bag)
    }
    relay.accept(1)
    relay.accept(2)
    #expect(log.entries == [0, 0, 1])
  }

  @Test func `nothing is left behind in a bag that is cancelled while threads put things in`() {
    let bag = CancellableBag()
    let log = Log<Int>()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<100 {
        AnyCancellable { log.add(thread * 100 + step) }.store(in: bag)
        if thread == 3, step == 50 { bag.cancelAll() }
      }
    }
    #expect(log.entries.sorted() == Array(0..<800))
  }
}
