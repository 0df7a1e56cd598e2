import Dispatch
import Glibc
import OpenCombine
import ReactiveTraits
import Synchronization
import TestSupport
import Testing

@Suite struct SingleWaitTests {
  let queue = DispatchQueue(label: "work")
  let elsewhere = DispatchQueue(label: "elsewhere")

  @Test func `waiting returns the value or the failure`() {
    #expect(Single<Int, TestError>.work(on: queue) { _ in 5 }.wait() == .success(5))
    #expect(
      Single<Int, TestError>.work(on: queue) { _ throws(TestError) in throw .torn }.wait()
        == .failure(.torn))
    #expect(Single<Int, TestError>.just(1).wait() == .success(1))
  }

  @Test func `waiting runs the work anew each time`() {
    let log = Log<Bool>()
    let single = Single<Int, Never>.work(on: queue) { _ in
      log.add(true)
      return log.entries.count
    }
    #expect(single.wait() == .success(1))
    #expect(single.wait() == .success(2))
  }

  @Test func `waiting that could be cancelled but isn't returns the result`() {
    let cancellation = Cancellation()
    #expect(
      Single<Int, TestError>.work(on: queue) { _ in 5 }.wait(cancelledBy: cancellation)
        == .success(5))
    #expect(Single<Int, TestError>.fail(.torn).wait(cancelledBy: cancellation) == .failure(.torn))
  }

  @Test(arguments: [false, true])
  func
    `waiting that is cancelled ends after the work has tidied up, with nil or the value that came nevertheless`(
      throwing: Bool
    )
  {
    let started = DispatchSemaphore(value: 0)
    let cancellation = Cancellation()
    let log = Log<String>()
    let single = Single<Int, TestError>.work(on: queue) { cancellation throws(TestError) in
      let stop = DispatchSemaphore(value: 0)
      cancellation.onCancel { stop.signal() }
      started.signal()
      #expect(stop.waitForSignal())
      log.add("tidied")
      if throwing { throw .stopped }
      return 1
    }
    elsewhere.async {
      #expect(started.waitForSignal())
      cancellation.cancel()
    }
    let result = single.wait(cancelledBy: cancellation)
    log.add("returned")
    #expect(result == (throwing ? nil : .success(1)))
    #expect(log.entries == ["tidied", "returned"])
  }

  @Test func `work that polls the caller's own flag is cancelled all the same`() {
    let started = DispatchSemaphore(value: 0)
    let returned = DispatchSemaphore(value: 0)
    let cancellation = Cancellation()
    // Holds up the handlers that come after it, and so the cancelling of the flag that the work is
    // handed.
    let held = Log<Bool>()
    cancellation.onCancel { held.add(returned.waitForSignal()) }
    elsewhere.async {
      #expect(started.waitForSignal())
      cancellation.cancel()
    }
    let result = Single<Int, TestError>.work(on: queue) { _ throws(TestError) in
      started.signal()
      #expect(eventually { cancellation.isCancelled })
      throw .stopped
    }.wait(cancelledBy: cancellation)
    returned.signal()
    #expect(result == nil)
    elsewhere.sync {}
    #expect(held.entries == [true])
  }

  @Test
  func
    `a value of cancelled work comes through map and mapError, for it stands for something done`()
  {
    let started = DispatchSemaphore(value: 0)
    let cancellation = Cancellation()
    elsewhere.async {
      #expect(started.waitForSignal())
      cancellation.cancel()
    }
    let result = Single<Int, TestError>.work(on: queue) { cancellation in
      started.signal()
      #expect(eventually { cancellation.isCancelled })
      return 1
    }.map { $0 + 1 }.mapError { $0 }.wait(cancelledBy: cancellation)
    #expect(result == .success(2))
  }

  @Test func `waiting with what is cancelled already runs nothing`() {
    let cancellation = Cancellation()
    cancellation.cancel()
    let log = Log<Bool>()
    let result = Single<Int, Never>.work(on: queue) { _ in
      log.add(true)
      return 1
    }.wait(cancelledBy: cancellation)
    #expect(result == nil)
    #expect(log.entries.isEmpty)
  }

  @Test
  func `a cancel that races with the end yields the result or nil, and nil only if cancelled`() {
    for _ in 0..<300 {
      let cancellation = Cancellation()
      elsewhere.async { cancellation.cancel() }
      let result = Single<Int, Never>.work(on: queue) { _ in 1 }.wait(cancelledBy: cancellation)
      #expect(result == .success(1) || (result == nil && cancellation.isCancelled))
      elsewhere.sync {}
    }
  }

  @Test func `waiting leaves nothing behind on a flag that lives on`() {
    let cancellation = Cancellation()
    weak var held: Probe?
    do {
      let probe = Probe()
      held = probe
      let single = Single<Int, Never>.work(on: queue) { cancellation in
        cancellation.onCancel { probe.touch() }
        return 1
      }
      #expect(single.wait(cancelledBy: cancellation) == .success(1))
    }
    queue.sync {}
    #expect(held == nil)
    #expect(!cancellation.isCancelled)
  }

  @Test func `work without a queue is done by the thread that waits, through all operators`() {
    let mine = pthread_self()
    let work = Single<Bool, TestError>.work { _ in pthread_self() == mine }
    #expect(work.wait() == .success(true))
    #expect(work.wait(cancelledBy: Cancellation()) == .success(true))
    #expect(
      work.map { $0 }.flatMap { _ in work }.stopped(by: Cancellation()).wait() == .success(true))
  }

  @Test
  func
    `work without a queue is done in the background for subscribers, or at once if that is asked for`()
  {
    let mine = pthread_self()
    let work = Single<Bool, TestError>.work { _ in pthread_self() == mine }
    let observer = Observer<Bool, TestError>()
    work.working(on: .immediate).subscribe(observer)
    #expect(observer.events == [.value(true), .finished])
    let other = Observer<Bool, TestError>()
    work.subscribe(other)
    other.waitForEnd()
    #expect(other.values == [false])
  }

  @Test func `a flag that nobody could set stops work that waits`() {
    let noted = Atomic(false)
    let result = Single<Int, TestError>.work { cancellation throws(TestError) in
      noted.store(true, ordering: .relaxed)
      guard !cancellation.isCancelled else { throw .stopped }
      return 1
    }.wait(cancelledBy: Cancellation { noted.load(ordering: .relaxed) })
    #expect(result == nil)
  }
}
