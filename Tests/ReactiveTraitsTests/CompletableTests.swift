import Dispatch
import OpenCombine
import ReactiveTraits
import Testing

@Suite struct CompletableTests {
  let queue = DispatchQueue(label: "work")

  @Test func `a completable finishes or fails, and waits for no demand`() {
    let complete = Observer<Never, TestError>(demand: .none)
    let failing = Observer<Never, TestError>(demand: .none)
    Completable<TestError>.complete().subscribe(complete)
    Completable<TestError>.fail(.torn).subscribe(failing)
    #expect(complete.events == [.finished])
    #expect(failing.events == [.failure(.torn)])
  }

  @Test func `waiting for a completable does its work each time`() {
    let log = Log<Int>()
    let completable = Completable<TestError>.work(on: queue) { _ throws(TestError) in
      log.add(1)
      if log.entries.count > 1 { throw .torn }
    }
    #expect(log.entries.isEmpty)
    #expect(completable.wait().hasSucceeded)
    #expect(completable.wait().failure == .torn)
    #expect(log.entries.count == 2)
  }

  @Test func `cancelling a completable stops its work and delivers nothing`() {
    let pending = Pending<CompletableTrait, TestError>()
    let observer = Observer<Never, TestError>()
    pending.work.subscribe(observer)
    observer.subscription?.cancel()
    pending.end(.success(()))
    #expect(pending.cancelled == 1)
    #expect(observer.events == [])
  }

  @Test
  func `andThen goes on with a completable, a single or a maybe, and keeps the trait of that`() {
    let first = Completable<TestError>.complete()
    let completable: Completable<TestError> = first.andThen(Completable.complete())
    let single: Single<Int, TestError> = first.andThen(Single.just(1))
    let maybe: Maybe<Int, TestError> = first.andThen(Maybe.empty())
    #expect(completable.wait().hasSucceeded)
    #expect(single.wait() == .success(1))
    #expect(maybe.wait() == .success(nil))
    #expect(first.andThen(Single<Int, TestError>.fail(.stopped)).wait() == .failure(.stopped))
  }

  @Test
  func `what follows is begun when the first has finished, and not if that fails or is cancelled`()
  {
    let first = Pending<CompletableTrait, TestError>()
    let second = PendingSingle<Int>()
    let chain = first.work.andThen(second.work)
    let observers = (0..<3).map { _ in Observer<Int, TestError>() }

    chain.subscribe(observers[0])
    #expect(second.begun == 0)
    first.end(.success(()))
    #expect(second.begun == 1)
    second.end(.success(4))
    #expect(observers[0].events == [.value(4), .finished])

    chain.subscribe(observers[1])
    first.end(.failure(.torn))
    #expect(observers[1].events == [.failure(.torn)])

    chain.subscribe(observers[2])
    observers[2].subscription?.cancel()
    #expect(first.cancelled == 1)
    #expect(second.begun == 1)
    #expect(observers[2].events == [])
  }

  @Test func `a single goes on with a completable or a maybe that is made from its value`() {
    let log = Log<Int>()
    let saved: Completable<TestError> = Single<Int, TestError>.just(3).flatMap { value in
      Completable<TestError>.work { _ in log.add(value) }
    }
    let found: Maybe<Int, TestError> = Single<Int, TestError>.just(3).flatMap { value in
      Maybe.just(value * 2)
    }
    #expect(saved.wait().hasSucceeded)
    #expect(log.entries == [3])
    #expect(found.wait() == .success(6))
  }

  @Test func `a chain of traits holds nothing after its end or when it was cancelled`() {
    for isCancelled in [false, true] {
      let pending = Pending<CompletableTrait, TestError>()
      weak var held: Probe?
      let observer = Observer<Int, TestError>()
      do {
        let probe = Probe()
        held = probe
        pending.work.andThen(Single<Int, TestError>.just(1)).map { value in
          probe.touch()
          return value
        }.onEnd { _ in probe.touch() }.subscribe(observer)
      }
      #expect(held != nil)
      if isCancelled { observer.subscription?.cancel() } else { pending.end(.success(())) }
      #expect(observer.values == (isCancelled ? [] : [1]))
      #expect(held == nil)
    }
  }
}
