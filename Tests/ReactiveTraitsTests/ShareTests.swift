import Dispatch
import OpenCombine
import ReactiveTraits
import Synchronization
import Testing

@Suite struct ShareTests {
  /// A stream that counts its subscriptions and their cancels.
  private final class Source {
    /// What who subscribes next is subscribed to.
    var subject = PassthroughSubject<Int, TestError>()
    let log = Log<String>()

    var publisher: some Publisher<Int, TestError> {
      Deferred { self.subject }.handleEvents(
        receiveSubscription: { [log] _ in log.add("subscribed") }, receiveCancel: { [log] in log.add("cancelled") })
    }
  }

  private let source = Source()

  @Test func `a second subscriber gets the current value and the same as the first, of one subscription`() {
    let shared = source.publisher.share(replay: 1)
    let observers = (0..<2).map { _ in Observer<Int, TestError>() }
    #expect(source.log.entries == [])
    shared.subscribe(observers[0])
    source.subject.send(1)
    source.subject.send(2)
    shared.subscribe(observers[1])
    #expect(observers[1].values == [2])
    source.subject.send(3)
    #expect(observers[0].values == [1, 2, 3])
    #expect(observers[1].values == [2, 3])
    #expect(source.log.entries == ["subscribed"])
  }

  @Test(arguments: [0, 1, 2, 3])
  func `as many of the latest values are replayed as were asked for`(count: Int) {
    let shared = source.publisher.share(replay: count)
    let observers = (0..<2).map { _ in Observer<Int, TestError>() }
    shared.subscribe(observers[0])
    for value in 1...3 { source.subject.send(value) }
    shared.subscribe(observers[1])
    #expect(observers[1].values == [1, 2, 3].suffix(count))
  }

  @Test func `when the last one has gone the stream is cancelled, and the next one begins anew`() {
    let shared = source.publisher.share(replay: 1)
    let observers = (0..<3).map { _ in Observer<Int, TestError>() }
    shared.subscribe(observers[0])
    shared.subscribe(observers[1])
    source.subject.send(1)
    observers[0].subscription?.cancel()
    observers[0].subscription?.cancel()
    source.subject.send(2)
    #expect(source.log.entries == ["subscribed"])
    observers[1].subscription?.cancel()
    #expect(source.log.entries == ["subscribed", "cancelled"])
    source.subject.send(3)
    shared.subscribe(observers[2])
    #expect(source.log.entries == ["subscribed", "cancelled", "subscribed"])
    #expect(observers[2].values == [])
    source.subject.send(4)
    #expect(observers.map(\.values) == [[1], [1, 2], [4]])
  }

  @Test(arguments: [Subscribers.Completion<TestError>.finished, .failure(.torn)])
  func `everyone gets the end, and who subscribes then, be it inside the end, begins anew`(
    completion: Subscribers.Completion<TestError>
  ) {
    let shared = source.publisher.share(replay: 1)
    let again = (0..<2).map { _ in Observer<Int, TestError>() }
    let ends = Log<Bool>()
    var subscriptions: [AnyCancellable] = []
    for observer in again {
      shared.sink { received in
        ends.add(received == completion)
        shared.subscribe(observer)
      } receiveValue: { _ in
      }.store(in: &subscriptions)
    }
    let subject = source.subject
    subject.send(1)
    source.subject = PassthroughSubject()
    subject.send(completion: completion)
    #expect(ends.entries == [true, true])
    source.subject.send(2)
    #expect(again.map(\.values) == [[2], [2]])
    #expect(source.log.entries.filter { $0 == "subscribed" }.count == 2)
  }

  @Test func `a stream that ends while it is subscribed to gives everyone all of it`() {
    let runs = Log<Bool>()
    let shared = Single<Int, TestError>.create { _, end in
      runs.add(true)
      end(.success(runs.entries.count))
    }.share(replay: 1)
    let observers = (0..<2).map { _ in Observer<Int, TestError>() }
    for observer in observers { shared.subscribe(observer) }
    #expect(observers.map(\.events) == [[.value(1), .finished], [.value(2), .finished]])
  }

  @Test func `a single that is shared runs once for all who subscribe while it runs`() {
    let pending = PendingSingle<Int>()
    let shared = pending.work.share(replay: 1)
    let observers = (0..<3).map { _ in Observer<Int, TestError>() }
    for observer in observers { shared.subscribe(observer) }
    observers[0].subscription?.cancel()
    #expect(pending.begun == 1)
    pending.end(.success(5))
    #expect(observers.map(\.events) == [[], [.value(5), .finished], [.value(5), .finished]])
    #expect(pending.cancelled == 0)
  }

  @Test func `the last one to cancel stops the work`() {
    let pending = PendingSingle<Int>()
    let shared = pending.work.share(replay: 1)
    let observers = (0..<2).map { _ in Observer<Int, TestError>() }
    for observer in observers { shared.subscribe(observer) }
    observers[0].subscription?.cancel()
    #expect(pending.cancelled == 0)
    observers[1].subscription?.cancel()
    #expect(pending.cancelled == 1)
  }

  @Test func `a subscriber that cancels inside its first value stops a stream that is just being subscribed to`() {
    let sent = Log<Int>()
    let observer = Observer<Int, Never> { $0.subscription?.cancel() }
    (1...1000).publisher.handleEvents(receiveOutput: { sent.add($0) }).share(replay: 1).subscribe(observer)
    #expect(observer.values == [1])
    #expect(sent.entries == [1])
  }

  @Test func `the end waits for the values that a subscriber has yet to ask for`() {
    let observer = Observer<Int, TestError>(demand: .none)
    source.publisher.share(replay: 1).subscribe(observer)
    source.subject.send(1)
    source.subject.send(completion: .finished)
    #expect(observer.events == [])
    observer.subscription?.request(.max(1))
    #expect(observer.events == [.value(1), .finished])
  }

  @Test func `who leaves a subscription that has ended does not leave the one that follows`() {
    let shared = source.publisher.share(replay: 1)
    let slow = Observer<Int, TestError>(demand: .none)
    shared.subscribe(slow)
    let subject = source.subject
    subject.send(1)
    source.subject = PassthroughSubject()
    subject.send(completion: .finished)
    let next = (0..<2).map { _ in Observer<Int, TestError>() }
    shared.subscribe(next[0])
    slow.subscription?.cancel()
    source.subject.send(2)
    shared.subscribe(next[1])
    #expect(slow.events == [])
    #expect(next.map(\.events) == [[.value(2)], [.value(2)]])
  }

  @Test func `who subscribes inside a value gets that one as the replay and then the next, once each`() {
    let shared = source.publisher.share(replay: 1)
    let latecomer = Observer<Int, TestError>()
    let first = Observer<Int, TestError> { _ in if latecomer.subscription == nil { shared.subscribe(latecomer) } }
    shared.subscribe(first)
    source.subject.send(1)
    source.subject.send(2)
    #expect(latecomer.values == [1, 2])
  }

  @Test func `a value sent inside a subscriber follows the one under way, for everybody`() {
    let shared = source.publisher.share(replay: 1)
    let log = Log<String>()
    let subscriptions = ["a", "b"].map { name in
      shared.sink { _ in
        log.add("\(name) ended")
      } receiveValue: { [source] value in
        log.add("\(name)\(value)")
        guard name == "a" else { return }
        if value < 3 { source.subject.send(value + 1) } else { source.subject.send(completion: .finished) }
      }
    }
    source.subject.send(1)
    #expect(log.entries == ["a1", "b1", "a2", "b2", "a3", "b3", "a ended", "b ended"])
    subscriptions.forEach { $0.cancel() }
  }

  @Test func `a shared relay replays through it`() {
    let relay = Relay(1)
    let derived = Log<Int>()
    let shared = relay.publisher.map { value in
      derived.add(value)
      return value * 10
    }.share(replay: 1)
    let observers = (0..<2).map { _ in Observer<Int, Never>() }
    for observer in observers { shared.subscribe(observer) }
    relay.accept(2)
    #expect(observers.map(\.values) == [[10, 20], [10, 20]])
    #expect(derived.entries == [1, 2])
  }

  @Test func `threads that come and go leave no subscription behind, and the next one is served`() {
    let relay = Relay(0)
    let opened = Atomic<Int>(0)
    let closed = Atomic<Int>(0)
    // Safe to share: what it is made of is.
    nonisolated(unsafe) let shared = relay.publisher.handleEvents(
      receiveSubscription: { _ in opened.add(1, ordering: .relaxed) },
      receiveCancel: { closed.add(1, ordering: .relaxed) }
    ).share(replay: 1)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<100 {
        let subscription = unsafe shared.sink { _ in }
        relay.accept(thread * 100 + step)
        subscription.cancel()
      }
    }
    #expect(opened.load(ordering: .relaxed) > 0)
    #expect(opened.load(ordering: .relaxed) == closed.load(ordering: .relaxed))
    let last = Observer<Int, Never>()
    unsafe shared.subscribe(last)
    relay.accept(-1)
    #expect(last.values.suffix(1) == [-1])
    #expect(last.values.count == 2)
  }

  @Test func `threads that share a subscription all see the same order to its end`() {
    let signal = Signal<Int>()
    let subscribed = Atomic<Int>(0)
    nonisolated(unsafe) let shared = signal.publisher.handleEvents(
      receiveSubscription: { _ in subscribed.add(1, ordering: .relaxed) }
    ).share(replay: 1)
    let first = Observer<Int, Never>()
    unsafe shared.subscribe(first)
    let logs = (0..<8).map { _ in Log<Int>() }
    let bag = CancellableBag()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      unsafe shared.sink { logs[thread].add($0) }.store(in: bag)
      for step in 0..<100 { signal.accept(thread * 100 + step) }
    }
    #expect(first.values.sorted() == Array(0..<800))
    for log in logs { #expect(log.entries == first.values.suffix(log.entries.count)) }
    #expect(subscribed.load(ordering: .relaxed) == 1)
  }

  @Test func `nothing is held when the last one has gone, or after the end`() {
    for isCancelled in [false, true] {
      let subject = PassthroughSubject<Probe, Never>()
      weak var value: Probe?
      weak var held: Probe?
      let shared: AnyPublisher<Probe, Never>
      var subscription: AnyCancellable?
      do {
        let probe = Probe()
        let sent = Probe()
        held = probe
        value = sent
        shared = subject.map { value in
          probe.touch()
          return value
        }.share(replay: 1)
        subscription = shared.sink { $0.touch() }
        subject.send(sent)
      }
      #expect(value != nil)
      if isCancelled { subscription?.cancel() } else { subject.send(completion: .finished) }
      #expect(value == nil)
      // The description of the stream holds what it was made with.
      #expect(held != nil)
      withExtendedLifetime(shared) {}
    }
  }

  @Test func `a stream whose subscription holds its subscriber beyond the end is let go`() {
    weak var held: ClingingSubscription?
    do {
      let stream = ClingingStream()
      let observer = Observer<Int, Never>()
      stream.share(replay: 1).subscribe(observer)
      held = stream.subscription
      #expect(held != nil)
      held?.finish()
      #expect(observer.events == [.finished])
    }
    #expect(held == nil)
  }
}

/// Ends when its subscription is told to.
private final class ClingingStream: Publisher {
  typealias Output = Int
  typealias Failure = Never

  private(set) weak var subscription: ClingingSubscription?

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    let subscription = ClingingSubscription(AnySubscriber(subscriber))
    self.subscription = subscription
    subscriber.receive(subscription: subscription)
  }
}

private final class ClingingSubscription: Subscription {
  private let subscriber: AnySubscriber<Int, Never>

  init(_ subscriber: AnySubscriber<Int, Never>) {
    self.subscriber = subscriber
  }

  func request(_ demand: Subscribers.Demand) {}
  func cancel() {}
  func finish() { subscriber.receive(completion: .finished) }
}
