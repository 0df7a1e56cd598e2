import Dispatch
import OpenCombine
import ReactiveTraits
import Synchronization
import TestSupport
import Testing

@Suite struct SingleTests {
  let queue = DispatchQueue(label: "work")

  /// Returns once the queue has done, and let go of, what was put on it so far.
  private func drain() {
    queue.sync {}
  }

  @Test func `a single sends one value, then finishes`() {
    let observer = Observer<Int, TestError>()
    Single<Int, TestError>.work(on: queue) { _ in 7 }.subscribe(observer)
    observer.waitForEnd()
    #expect(observer.events == [.value(7), .finished])
  }

  @Test func `a single whose work throws sends that failure and nothing else`() {
    let observer = Observer<Int, TestError>()
    Single.work(on: queue) { _ throws(TestError) in throw .torn }.subscribe(observer)
    observer.waitForEnd()
    #expect(observer.events == [.failure(.torn)])
  }

  @Test func `a value or a failure that is there already is sent upon subscription`() {
    let just = Observer<Int, TestError>()
    let fail = Observer<Int, TestError>()
    Single<Int, TestError>.just(1).subscribe(just)
    Single<Int, TestError>.fail(.torn).subscribe(fail)
    #expect(just.events == [.value(1), .finished])
    #expect(fail.events == [.failure(.torn)])
  }

  @Test func `nothing runs before there is a subscriber, and each one has its own run`() {
    let log = Log<Int>()
    let single = Single<Int, Never>.work(on: queue) { _ in
      log.add(log.entries.count)
      return log.entries.count
    }
    drain()
    #expect(log.entries.isEmpty)
    let first = Observer<Int, Never>()
    let second = Observer<Int, Never>()
    single.subscribe(first)
    first.waitForEnd()
    single.subscribe(second)
    second.waitForEnd()
    #expect(first.values == [1])
    #expect(second.values == [2])
    #expect(log.entries.count == 2)
  }

  @Test func `the work runs on its queue`() {
    let observer = Observer<Bool, Never>()
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    Single<Bool, Never>.work(on: queue) { _ in
      DispatchQueue.getSpecific(key: key) == true
    }.subscribe(observer)
    observer.waitForEnd()
    #expect(observer.values == [true])
  }

  @Test func `cancelling stops the work and delivers nothing`() {
    let started = DispatchSemaphore(value: 0)
    let observer = Observer<Int, TestError>()
    Single.work(on: queue) { cancellation throws(TestError) in
      started.signal()
      #expect(eventually { cancellation.isCancelled })
      return 1
    }.subscribe(observer)
    #expect(started.waitForSignal())
    observer.subscription?.cancel()
    drain()
    #expect(observer.events == [])
  }

  @Test func `a failure by which the work answers a cancellation is not delivered`() {
    let started = DispatchSemaphore(value: 0)
    let observer = Observer<Int, TestError>()
    Single<Int, TestError>.work(on: queue) { cancellation throws(TestError) in
      let stop = DispatchSemaphore(value: 0)
      cancellation.onCancel { stop.signal() }
      started.signal()
      #expect(stop.waitForSignal())
      throw .stopped
    }.subscribe(observer)
    #expect(started.waitForSignal())
    observer.subscription?.cancel()
    drain()
    #expect(observer.events == [])
  }

  @Test func `releasing the sink's cancellable stops the work`() {
    let started = DispatchSemaphore(value: 0)
    let log = Log<Bool>()
    var subscription: AnyCancellable? = Single<Int, Never>.work(on: queue) { cancellation in
      started.signal()
      #expect(eventually { cancellation.isCancelled })
      return 1
    }.sink { _ in log.add(true) }
    #expect(started.waitForSignal())
    #expect(subscription != nil)
    subscription = nil
    drain()
    #expect(log.entries.isEmpty)
  }

  @Test func `work that is cancelled before its queue gets to it does not run`() {
    let log = Log<Bool>()
    let observer = Observer<Int, Never>()
    queue.suspend()
    Single<Int, Never>.work(on: queue) { _ in
      log.add(true)
      return 1
    }.subscribe(observer)
    observer.subscription?.cancel()
    queue.resume()
    drain()
    #expect(log.entries.isEmpty)
    #expect(observer.events == [])
  }

  @Test func `a subscriber that cancels on being handed its subscription starts nothing`() {
    weak var held: Probe?
    queue.suspend()
    do {
      let probe = Probe()
      held = probe
      Single<Int, Never>.work(on: queue) { _ in
        probe.touch()
        return 1
      }.subscribe(AnySubscriber(receiveSubscription: { $0.cancel() }))
    }
    #expect(held == nil)
    queue.resume()
  }

  @Test func `cancelling inside the value holds back the end`() {
    let observer = Observer<Int, Never> { $0.subscription?.cancel() }
    Single<Int, Never>.work(on: queue) { _ in 1 }.subscribe(observer)
    drain()
    #expect(observer.events == [.value(1)])
  }

  @Test func `a cancel after the end does not tell the work, which has stopped`() {
    let log = Log<Bool>()
    let observer = Observer<Int, Never> { $0.subscription?.cancel() }
    Single<Int, Never>.work(on: queue) { cancellation in
      cancellation.onCancel { log.add(true) }
      return 1
    }.subscribe(observer)
    drain()
    observer.subscription?.cancel()
    #expect(log.entries.isEmpty)
  }

  @Test
  func
    `a cancel that races with the delivery leaves all of it or a beginning, never anything later`()
  {
    for _ in 0..<500 {
      let observer = Observer<Int, Never>()
      Single<Int, Never>.work(on: queue) { _ in 1 }.subscribe(observer)
      observer.subscription?.cancel()
      drain()
      let events = observer.events
      #expect(events == [] || events == [.value(1)] || events == [.value(1), .finished])
      observer.subscription?.request(.unlimited)
      observer.subscription?.cancel()
      #expect(observer.events == events)
    }
  }

  @Test func `cancels from many threads at once tell the work once`() {
    let started = DispatchSemaphore(value: 0)
    let told = Atomic<Int>(0)
    let observer = Observer<Int, Never>()
    Single<Int, Never>.work(on: queue) { cancellation in
      cancellation.onCancel { told.add(1, ordering: .relaxed) }
      started.signal()
      #expect(eventually { cancellation.isCancelled })
      return 1
    }.subscribe(observer)
    #expect(started.waitForSignal())
    // A single's subscription may be cancelled from any thread, though its type here doesn't say
    // so.
    nonisolated(unsafe) let subscription = observer.subscription
    DispatchQueue.concurrentPerform(iterations: 8) { _ in unsafe subscription?.cancel() }
    drain()
    #expect(told.load(ordering: .relaxed) == 1)
  }

  @Test func `no value comes before it is asked for`() {
    let observer = Observer<Int, Never>(demand: .none)
    Single<Int, Never>.work(on: queue) { _ in 1 }.subscribe(observer)
    drain()
    #expect(observer.events == [])
    observer.subscription?.request(.max(1))
    #expect(observer.events == [.value(1), .finished])
    observer.subscription?.request(.max(1))
    #expect(observer.events == [.value(1), .finished])
  }

  @Test func `a failure does not wait to be asked for`() {
    let observer = Observer<Int, TestError>(demand: .none)
    Single<Int, TestError>.fail(.torn).subscribe(observer)
    #expect(observer.events == [.failure(.torn)])
  }

  @Test func `a value that nobody has asked for is not delivered after a cancel`() {
    let observer = Observer<Int, Never>(demand: .none)
    Single<Int, Never>.just(1).subscribe(observer)
    observer.subscription?.cancel()
    observer.subscription?.request(.unlimited)
    #expect(observer.events == [])
  }

  @Test func `a newer value of a relay stops the work begun for the older one`() {
    let relay = Relay(0)
    let started = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let stopped = Log<Int>()
    let shown = Log<Int>()
    let subscription = relay.publisher
      .map { [queue] input in
        Single<Int, Never>.work(on: queue) { cancellation in
          started.signal()
          if input < 2 { #expect(eventually { cancellation.isCancelled }) }
          if cancellation.isCancelled { stopped.add(input) }
          return input
        }
      }
      .switchToLatest()
      .sink {
        shown.add($0)
        done.signal()
      }
    #expect(started.waitForSignal())
    relay.accept(1)
    #expect(started.waitForSignal())
    relay.accept(2)
    #expect(done.waitForSignal())
    #expect(stopped.entries == [0, 1])
    #expect(shown.entries == [2])
    subscription.cancel()
  }

  @Test func `a cancel lets go of the subscriber at once, and of the work when it stops`() {
    let started = DispatchSemaphore(value: 0)
    let mayStop = DispatchSemaphore(value: 0)
    weak var heldByWork: Probe?
    weak var heldBySubscriber: Probe?
    var subscription: AnyCancellable?
    do {
      let probe = Probe()
      let other = Probe()
      heldByWork = probe
      heldBySubscriber = other
      subscription = Single<Int, Never>.work(on: queue) { _ in
        started.signal()
        #expect(mayStop.waitForSignal())
        probe.touch()
        return 1
      }.sink { _ in other.touch() }
    }
    #expect(started.waitForSignal())
    subscription?.cancel()
    #expect(heldBySubscriber == nil)
    #expect(heldByWork != nil)
    mayStop.signal()
    drain()
    #expect(heldByWork == nil)
  }

  @Test func `after the end nothing is held, though the subscription still is`() {
    weak var heldByWork: Probe?
    weak var heldBySubscriber: Probe?
    weak var value: Probe?
    var subscription: AnyCancellable?
    do {
      let probe = Probe()
      let other = Probe()
      heldByWork = probe
      heldBySubscriber = other
      let log = Log<Bool>()
      subscription = Single<Probe, Never>.work(on: queue) { cancellation in
        cancellation.onCancel { probe.touch() }
        return Probe()
      }.sink {
        value = $0
        other.touch()
        log.add(true)
      }
      drain()
      #expect(log.entries.count == 1)
    }
    #expect(heldByWork == nil)
    #expect(heldBySubscriber == nil)
    #expect(value == nil)
    subscription?.cancel()
  }
}
