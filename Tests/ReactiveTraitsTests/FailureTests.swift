import Dispatch
import OpenCombine
import ReactiveTraits
import Synchronization
import Testing
import ThreadPool

@Suite struct FailureTests {
  @Test func `catch goes on with what is made of the failure, and leaves a success alone`() {
    let single: Single<Int, Never> = Single<Int, TestError>.fail(.torn).catch { failure in
      Single<Int, Never>.just(failure == .torn ? 9 : 0)
    }
    let maybe: Maybe<Int, Never> = Maybe<Int, TestError>.fail(.torn).catch { _ in Maybe.empty() }
    let completable: Completable<TestError> = Completable<TestError>.fail(.torn).catch { _ in
      Completable.fail(.stopped)
    }
    let untouched: Single<Int, TestError> = Single<Int, TestError>.just(1).catch { _ in .just(2) }
    #expect(single.wait() == .success(9))
    #expect(maybe.wait() == .success(nil))
    #expect(completable.wait().failure == .stopped)
    #expect(untouched.wait() == .success(1))
  }

  @Test func `a failure after a cancel is not caught`() {
    let log = Log<TestError>()
    let observer = Observer<Int, TestError>()
    Single<Int, TestError>.create { cancellation, end in
      cancellation.onCancel { end(.failure(.stopped)) }
    }.catch { failure in
      log.add(failure)
      return .just(1)
    }.subscribe(observer)
    observer.subscription?.cancel()
    #expect(log.entries == [])
    #expect(observer.events == [])
  }

  /// Fails so many times, then has its own number as value.
  private func single(failing times: Int, _ runs: Log<Int>) -> Single<Int, TestError> {
    Single.create { _, end in
      runs.add(runs.entries.count + 1)
      let run = runs.entries.count
      end(run <= times ? .failure(.torn) : .success(run))
    }
  }

  @Test(arguments: [(0, 1), (1, 2), (2, 3), (3, nil)])
  func `retry begins anew at most so many times`(failures: Int, value: Int?) {
    let runs = Log<Int>()
    let retried: Single<Int, TestError> = single(failing: failures, runs).retry { _, tries in
      tries > 2 ? nil : .zero
    }
    #expect(runs.entries == [])
    #expect(retried.wait() == value.map { .success($0) } ?? .failure(.torn))
    #expect(runs.entries.count == min(failures + 1, 3))
  }

  @Test func `tries that end at once don't grow the stack`() {
    let runs = Atomic(0)
    let single = Single<Int, TestError>.create { _, end in
      let run = runs.add(1, ordering: .relaxed).newValue
      end(run <= 20_000 ? .failure(.torn) : .success(run))
    }
    #expect(single.retry { _, _ in .zero }.wait() == .success(20_001))
  }

  @Test func `each subscriber has all the tries`() {
    let pending = PendingSingle<Int>()
    let retried = pending.work.retry { _, tries in tries > 1 ? nil : .zero }
    for _ in 1...2 {
      let observer = Observer<Int, TestError>()
      retried.subscribe(observer)
      pending.end(.failure(.stopped))
      #expect(observer.events == [])
      pending.end(.failure(.torn))
      #expect(observer.events == [.failure(.torn)])
    }
    #expect(pending.begun == 4)
  }

  @Test func `tries that wait are begun when it is time, not before, and no thread waits for that`()
  {
    let timers = ManualTimers()
    let pending = PendingSingle<Int>()
    let delays = Log<String>()
    let observer = Observer<Int, TestError>()
    pending.work.retry(on: timers) { failure, tries in
      delays.add("\(failure) \(tries)")
      return tries > 2 ? nil : .seconds(tries * tries)
    }.subscribe(observer)

    pending.end(.failure(.torn))
    timers.advance(by: .milliseconds(999))
    #expect(pending.begun == 1)
    timers.advance(by: .milliseconds(1))
    #expect(pending.begun == 2)

    pending.end(.failure(.stopped))
    timers.advance(by: .milliseconds(3999))
    #expect(pending.begun == 2)
    timers.advance(by: .milliseconds(1))
    #expect(pending.begun == 3)
    #expect(observer.events == [])

    pending.end(.failure(.torn))
    #expect(observer.events == [.failure(.torn)])
    #expect(delays.entries == ["torn 1", "stopped 2", "torn 3"])
    #expect(timers.count == 0)
  }

  @Test func `cancelling between two tries ends it at once, and nothing waits any more`() {
    let timers = ManualTimers()
    let pending = PendingSingle<Int>()
    let ends = Log<Bool>()
    weak var held: Probe?
    let observer = Observer<Int, TestError>()
    do {
      let probe = Probe()
      held = probe
      pending.work.retry(on: timers) { _, _ in
        probe.touch()
        return .seconds(60)
      }.onEnd { ends.add($0 == nil) }.subscribe(observer)
    }
    pending.end(.failure(.torn))
    #expect(timers.count == 1)
    observer.subscription?.cancel()
    #expect(timers.count == 0)
    #expect(ends.entries == [true])
    #expect(held == nil)
    timers.advance(by: .seconds(120))
    #expect(pending.begun == 1)
    #expect(observer.events == [])
  }

  @Test func `who waits for another try can be cancelled, too`() {
    let timers = ManualTimers()
    let cancellation = Cancellation()
    let result = Single<Int, TestError>.fail(.torn).retry(on: timers) { _, _ in
      DispatchQueue(label: "elsewhere").async { cancellation.cancel() }
      return .seconds(60)
    }.wait(cancelledBy: cancellation)
    #expect(result == nil)
  }

  @Test func `who waits gets the value of a later try, and needs no other thread for that`() {
    let runs = Log<Int>()
    let result = single(failing: 2, runs).retry(on: PassingTime()) { _, _ in .seconds(2) }.wait()
    #expect(result == .success(3))
  }
}

/// Time of which a second passes whenever somebody looks.
private final class PassingTime: TimerScheduler {
  private let instant = Locked(ContinuousClock.now)

  var now: ContinuousClock.Instant {
    instant.withLock { instant in
      instant += .seconds(1)
      return instant
    }
  }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void)
    -> @Sendable () -> Void
  {
    fatalError("nobody but the thread that waits should wait")
  }
}
