import Dispatch
import OpenCombine
import ReactiveTraits
import Testing

@Suite struct TimeoutTests {
  let timers = ManualTimers()

  @Test func `work that takes too long is cancelled and fails with the failure that was given`() {
    let pending = PendingSingle<Int>()
    let observer = Observer<Int, TestError>()
    let limited: Single<Int, TestError> = pending.work.timeout(after: .seconds(5), on: timers, .torn)
    limited.subscribe(observer)
    timers.advance(by: .milliseconds(4999))
    #expect(pending.cancelled == 0)
    #expect(observer.events == [])
    timers.advance(by: .milliseconds(1))
    #expect(pending.cancelled == 1)
    #expect(observer.events == [.failure(.torn)])
    pending.end(.success(1))
    #expect(observer.events == [.failure(.torn)])
  }

  @Test func `work that ends in time has its own end, and its timer is forgotten`() {
    let pending = Pending<MaybeTrait<Int>, TestError>()
    for (result, events) in [
      (.success(1), [.value(1), .finished]), (.success(nil), [.finished]), (.failure(.stopped), [.failure(.stopped)]),
    ] as [(Result<Int?, TestError>, [Event<Int, TestError>])] {
      let observer = Observer<Int, TestError>()
      pending.work.timeout(after: .seconds(5), on: timers, .torn).subscribe(observer)
      #expect(timers.count == 1)
      pending.end(result)
      #expect(observer.events == events)
      #expect(timers.count == 0)
    }
    timers.advance(by: .seconds(10))
    #expect(pending.cancelled == 0)
  }

  @Test func `what has ended upon subscription needs no timer`() {
    let observer = Observer<Never, TestError>()
    Completable<TestError>.complete().timeout(after: .seconds(5), on: timers, .torn).subscribe(observer)
    #expect(observer.events == [.finished])
    #expect(timers.count == 0)
  }

  @Test func `cancelling forgets the timer and what it holds`() {
    weak var held: Probe?
    let pending = PendingSingle<Int>()
    let observer = Observer<Int, TestError>()
    do {
      let probe = Probe()
      held = probe
      pending.work.onEnd { _ in probe.touch() }.timeout(after: .seconds(5), on: timers, .torn).subscribe(observer)
    }
    observer.subscription?.cancel()
    #expect(timers.count == 0)
    #expect(held == nil)
    #expect(pending.cancelled == 1)
    timers.advance(by: .seconds(10))
    #expect(observer.events == [])
  }

  @Test func `work that polls its flag sees that its time is up, though nobody fires a timer`() {
    let observer = Observer<Int, TestError>()
    let result = Single<Int, TestError>.work { [timers] cancellation throws(TestError) in
      timers.advance(by: .seconds(5))
      if cancellation.isCancelled { throw .stopped }
      return 1
    }.timeout(after: .seconds(5), on: timers, .torn).wait()
    #expect(result == .failure(.torn))
    #expect(observer.events == [])
  }

  @Test func `a value that is ready when the time is up is delivered, for it stands for something done`() {
    let result = Single<Int, TestError>.work { [timers] _ in
      timers.advance(by: .seconds(5))
      return 1
    }.timeout(after: .seconds(5), on: timers, .torn).wait()
    #expect(result == .success(1))
  }

  @Test func `each try has its own time`() {
    let pending = PendingSingle<Int>()
    let observer = Observer<Int, TestError>()
    pending.work.timeout(after: .seconds(5), on: timers, .torn).retry(1).subscribe(observer)
    timers.advance(by: .seconds(5))
    #expect(pending.begun == 2)
    timers.advance(by: .seconds(4))
    pending.end(.success(7))
    #expect(observer.events == [.value(7), .finished])
    #expect(timers.count == 0)
  }

  @Test func `a time limit over all tries ends the pause between two of them`() {
    let pending = PendingSingle<Int>()
    let observer = Observer<Int, TestError>()
    pending.work.retry(on: timers) { _, _ in .seconds(60) }
      .timeout(after: .seconds(5), on: timers, .stopped).subscribe(observer)
    pending.end(.failure(.torn))
    #expect(timers.count == 2)
    timers.advance(by: .seconds(5))
    #expect(observer.events == [.failure(.stopped)])
    #expect(timers.count == 0)
    #expect(pending.begun == 1)
  }

  @Test func `the system's timers do what is due, and forget what is not wanted any more`() {
    let timers = SystemTimers()
    let done = DispatchSemaphore(value: 0)
    weak var held: Probe?
    let forget: @Sendable () -> Void
    do {
      let probe = Probe()
      held = probe
      forget = timers.schedule(after: .seconds(3600)) { probe.touch() }
    }
    #expect(held != nil)
    forget()
    #expect(held == nil)
    _ = timers.schedule(after: .milliseconds(1)) { done.signal() }
    done.wait()
    #expect(Completable<TestError>.timer(after: .milliseconds(1)).wait().hasSucceeded)
    // An action that is due before one that waits already.
    let later = timers.schedule(after: .milliseconds(20)) { done.signal() }
    let sooner = timers.schedule(after: .milliseconds(1)) { done.signal() }
    done.wait()
    done.wait()
    later()
    sooner()
    _ = timers.schedule(after: .seconds(Int64.max)) {}
  }
}
