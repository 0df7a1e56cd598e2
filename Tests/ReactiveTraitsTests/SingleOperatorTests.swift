import Dispatch
import OpenCombine
import ReactiveTraits
import TestSupport
import Testing

@Suite struct SingleOperatorTests {
  let queue = DispatchQueue(label: "work")

  @Test func `map makes another value, and is still a single`() {
    let single = Single<Int, TestError>.just(20).map { $0 + 1 }.map { "\($0)" }
    #expect(single.wait() == .success("21"))
  }

  @Test func `a map that throws fails the single, with its type of failure`() {
    let single = Single<Int, TestError>.just(1).map { _ throws(TestError) -> Int in throw .torn }
    #expect(single.wait() == .failure(.torn))
  }

  @Test func `map leaves a failure alone`() {
    #expect(Single<Int, TestError>.fail(.torn).map { $0 + 1 }.wait() == .failure(.torn))
  }

  @Test func `mapError makes another type of failure and leaves a value alone`() {
    struct Wrapped: Error, Equatable { let cause: TestError }
    let failing = Single<Int, TestError>.fail(.torn).mapError { Wrapped(cause: $0) }
    let succeeding = Single<Int, TestError>.just(1).mapError { Wrapped(cause: $0) }
    #expect(failing.wait() == .failure(Wrapped(cause: .torn)))
    #expect(succeeding.wait() == .success(1))
  }

  @Test func `flatMap runs the second single with the value of the first`() {
    let single = Single<Int, TestError>.work(on: queue) { _ in 3 }.flatMap { [queue] count in
      .work(on: queue) { _ in String(repeating: "x", count: count) }
    }
    #expect(single.wait() == .success("xxx"))
  }

  @Test func `a failure of the first single is the end, and one of the second too`() {
    let log = Log<Int>()
    let first = Single<Int, TestError>.fail(.torn).flatMap { value in
      log.add(value)
      return Single<Int, TestError>.just(value)
    }
    let second = Single<Int, TestError>.just(1).flatMap { _ in Single<Int, TestError>.fail(.stopped)
    }
    #expect(first.wait() == .failure(.torn))
    #expect(log.entries.isEmpty)
    #expect(second.wait() == .failure(.stopped))
  }

  @Test func `a chain is cold from its beginning`() {
    let log = Log<String>()
    let chain = Single<Int, Never>.work(on: queue) { _ in
      log.add("first")
      return 1
    }.flatMap { [queue] value in
      Single<Int, Never>.work(on: queue) { _ in
        log.add("second")
        return value
      }
    }
    #expect(log.entries.isEmpty)
    _ = chain.wait()
    _ = chain.wait()
    #expect(log.entries == ["first", "second", "first", "second"])
  }

  @Test func `cancelling a flatMap stops the second single when that is under way`() {
    let started = DispatchSemaphore(value: 0)
    let stopped = Log<Bool>()
    let observer = Observer<Int, Never>()
    Single<Int, Never>.just(1).flatMap { [queue] value in
      Single<Int, Never>.work(on: queue) { cancellation in
        started.signal()
        #expect(eventually { cancellation.isCancelled })
        stopped.add(true)
        return value
      }
    }.subscribe(observer)
    #expect(started.waitForSignal())
    observer.subscription?.cancel()
    queue.sync {}
    #expect(stopped.entries == [true])
    #expect(observer.events == [])
  }

  @Test func `cancelling a chain during the first single begins nothing more`() {
    let started = DispatchSemaphore(value: 0)
    let log = Log<String>()
    let observer = Observer<Int, Never>()
    Single<Int, Never>.work(on: queue) { cancellation in
      started.signal()
      #expect(eventually { cancellation.isCancelled })
      return 1
    }.map {
      log.add("map")
      return $0
    }.flatMap { value in
      log.add("flatMap")
      return Single<Int, Never>.just(value)
    }.subscribe(observer)
    #expect(started.waitForSignal())
    observer.subscription?.cancel()
    queue.sync {}
    #expect(log.entries == ["map"])
    #expect(observer.events == [])
  }

  @Test func `a cancelled chain holds nothing once its work has stopped`() {
    let started = DispatchSemaphore(value: 0)
    weak var held: Probe?
    var subscription: AnyCancellable?
    do {
      let probe = Probe()
      held = probe
      subscription = Single<Int, Never>.work(on: queue) { cancellation in
        started.signal()
        #expect(eventually { cancellation.isCancelled })
        return 1
      }.map { value in
        probe.touch()
        return value
      }.flatMap { value in
        probe.touch()
        return Single<Int, Never>.just(value)
      }.sink { _ in probe.touch() }
    }
    #expect(started.waitForSignal())
    subscription?.cancel()
    queue.sync {}
    #expect(held == nil)
  }

  @Test func `a group tells when cancelled work has really stopped`() {
    let started = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    let tidied = Log<Bool>()
    let subscription = Single<Int, Never>.work(on: queue) { cancellation in
      let stop = DispatchSemaphore(value: 0)
      cancellation.onCancel { stop.signal() }
      started.signal()
      #expect(stop.waitForSignal())
      tidied.add(true)
      return 1
    }.tracked(by: group).sink { _ in }
    #expect(started.waitForSignal())
    #expect(group.wait(timeout: .now()) == .timedOut)
    subscription.cancel()
    #expect(group.waitForAll())
    #expect(tidied.entries == [true])
  }

  @Test
  func `a group is left after the result was delivered, and when a cancelled single never ran`() {
    let group = DispatchGroup()
    let observer = Observer<Int, TestError>()
    Single<Int, TestError>.work(on: queue) { _ in 1 }.tracked(by: group).subscribe(observer)
    #expect(group.waitForAll())
    #expect(observer.events == [.value(1), .finished])

    queue.suspend()
    let unlucky = Observer<Int, TestError>()
    Single<Int, TestError>.work(on: queue) { _ in 1 }.tracked(by: group).subscribe(unlucky)
    unlucky.subscription?.cancel()
    queue.resume()
    #expect(group.waitForAll())
    #expect(unlucky.events == [])
  }
}
