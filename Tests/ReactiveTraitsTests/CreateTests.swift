import Dispatch
import OpenCombine
import ReactiveTraits
import Synchronization
import Testing

@Suite struct CreateTests {
  @Test func `work that is created ends with what it calls, once`() {
    let single = Observer<Int, TestError>()
    Single<Int, TestError>.create { _, end in
      end(.success(1))
      end(.success(2))
      end(.failure(.torn))
      end(nil)
    }.subscribe(single)
    #expect(single.events == [.value(1), .finished])

    let maybe = Observer<Int, TestError>()
    Maybe<Int, TestError>.create { _, end in
      end(.success(nil))
      end(.success(2))
    }.subscribe(maybe)
    #expect(maybe.events == [.finished])

    let completable = Observer<Never, TestError>()
    Completable<TestError>.create { _, end in
      end(.failure(.torn))
      end(.success(()))
    }.subscribe(completable)
    #expect(completable.events == [.failure(.torn)])
  }

  @Test func `ends from many threads at once make one`() {
    let ends = Atomic<Int>(0)
    let observer = Observer<Int, TestError>()
    Single<Int, TestError>.create { _, end in
      DispatchQueue.concurrentPerform(iterations: 8) { end(.success($0)) }
    }.onEnd { _ in ends.add(1, ordering: .relaxed) }.subscribe(observer)
    #expect(observer.values.count == 1)
    #expect(observer.events.count == 2)
    #expect(ends.load(ordering: .relaxed) == 1)
  }

  @Test func `created work is begun anew for each subscriber, on the thread that subscribes`() {
    let pending = PendingSingle<Int>()
    let observers = (0..<2).map { _ in Observer<Int, TestError>() }
    for (index, observer) in observers.enumerated() {
      #expect(pending.begun == index)
      pending.work.subscribe(observer)
      pending.end(.success(index))
    }
    #expect(observers.map(\.values) == [[0], [1]])
  }

  @Test func `cancelling runs its handler once, and what it ends with then goes nowhere`() {
    let pending = PendingSingle<Int>()
    let observer = Observer<Int, TestError>()
    pending.work.subscribe(observer)
    observer.subscription?.cancel()
    observer.subscription?.cancel()
    pending.end(.success(1))
    #expect(pending.cancelled == 1)
    #expect(observer.events == [])
  }

  @Test
  func `a cancel after its end does not reach it, not even while a later part of the chain runs`() {
    let first = PendingSingle<Int>()
    let second = PendingSingle<Int>()
    let observer = Observer<Int, TestError>()
    first.work.flatMap { [work = second.work] _ in work }.subscribe(observer)
    first.end(.success(1))
    observer.subscription?.cancel()
    #expect(first.cancelled == 0)
    #expect(second.cancelled == 1)
  }

  @Test func `work that is cancelled already is not begun`() {
    let cancellation = Cancellation()
    cancellation.cancel()
    let pending = PendingSingle<Int>()
    #expect(pending.work.wait(cancelledBy: cancellation) == nil)
    #expect(pending.begun == 0)
  }

  @Test func `who waits hears of a flag that is only polled, and so do its handlers`() {
    let isSet = Atomic<Bool>(false)
    let cancellation = Cancellation { isSet.load(ordering: .acquiring) }
    let result = Single<Int, TestError>.create { cancellation, end in
      cancellation.onCancel { end(.failure(.stopped)) }
      isSet.store(true, ordering: .releasing)
    }.wait(cancelledBy: cancellation)
    #expect(result == nil)
  }

  @Test func `what it captures is let go at its end, though its means to end are still held`() {
    let pending = PendingSingle<Probe>()
    weak var subscriber: Probe?
    weak var value: Probe?
    var subscription: AnyCancellable?
    do {
      let probe = Probe()
      subscriber = probe
      subscription = pending.work.sink { _ in
      } receiveValue: { _ in
        probe.touch()
      }
      #expect(subscriber != nil)
      let made = Probe()
      value = made
      pending.end(.success(made))
    }
    #expect(subscriber == nil)
    #expect(value == nil)
    subscription?.cancel()
  }
}
