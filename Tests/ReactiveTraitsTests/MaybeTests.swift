import Dispatch
import OpenCombine
import ReactiveTraits
import Testing

@Suite struct MaybeTests {
  let queue = DispatchQueue(label: "work")

  @Test func `a maybe sends a value and finishes, or finishes without one, or fails`() {
    let value = Observer<Int, TestError>()
    let none = Observer<Int, TestError>()
    let failure = Observer<Int, TestError>()
    Maybe<Int, TestError>.just(1).subscribe(value)
    Maybe<Int, TestError>.empty().subscribe(none)
    Maybe<Int, TestError>.fail(.torn).subscribe(failure)
    #expect(value.events == [.value(1), .finished])
    #expect(none.events == [.finished])
    #expect(failure.events == [.failure(.torn)])
  }

  @Test func `waiting for a maybe gives the value, nil or the failure`() {
    #expect(Maybe<Int, TestError>.work(on: queue) { _ in 1 }.wait() == .success(1))
    #expect(Maybe<Int, TestError>.work(on: queue) { _ in nil }.wait() == .success(nil))
    #expect(
      Maybe<Int, TestError>.work(on: queue) { _ throws(TestError) in throw .torn }.wait()
        == .failure(.torn))
  }

  @Test func `waiting for a maybe that is cancelled gives nil, which is not a maybe's nothing`() {
    let cancellation = Cancellation()
    #expect(Maybe<Int, TestError>.empty().wait(cancelledBy: cancellation) == .some(.success(nil)))
    cancellation.cancel()
    #expect(Maybe<Int, TestError>.work { _ in nil }.wait(cancelledBy: cancellation) == nil)
  }

  @Test func `the end of a maybe without a value does not wait to be asked for`() {
    let observer = Observer<Int, TestError>(demand: .none)
    Maybe<Int, TestError>.empty().subscribe(observer)
    #expect(observer.events == [.finished])
  }

  @Test func `a maybe is cold, and each subscriber has its own run`() {
    let pending = Pending<MaybeTrait<Int>, TestError>()
    let maybe = pending.work.map { $0 + 1 }
    #expect(pending.begun == 0)
    for run in 1...2 {
      let observer = Observer<Int, TestError>()
      maybe.subscribe(observer)
      #expect(pending.begun == run)
      pending.end(.success(run))
      #expect(observer.events == [.value(run + 1), .finished])
    }
  }

  @Test func `map changes a value and leaves nothing and a failure alone`() {
    let mapped: [Maybe<String, TestError>] = [.just(1), .empty(), .fail(.torn)].map {
      (maybe: Maybe<Int, TestError>) in
      maybe.map { "\($0)" }
    }
    #expect(mapped.map { $0.wait() } == [.success("1"), .success(nil), .failure(.torn)])
    #expect(
      Maybe<Int, TestError>.just(1).map { _ throws(TestError) -> Int in throw .torn }.wait()
        == .failure(.torn))
  }

  @Test func `filter and compactMap make a maybe of a single`() {
    let isEven: @Sendable (Int) -> Bool = { $0.isMultiple(of: 2) }
    let even: Maybe<Int, TestError> = Single<Int, TestError>.just(2).filter(isEven)
    let odd: Maybe<Int, TestError> = Single<Int, TestError>.just(3).filter(isEven)
    let number: Maybe<Int, TestError> = Single<String, TestError>.just("7").compactMap { Int($0) }
    let word: Maybe<Int, TestError> = Single<String, TestError>.just("x").compactMap { Int($0) }
    #expect([even, odd, number, word].map { $0.wait() } == [2, nil, 7, nil].map { .success($0) })
    #expect(Single<Int, TestError>.fail(.torn).filter(isEven).wait() == .failure(.torn))
    #expect(
      Single<Int, TestError>.just(1).filter { _ throws(TestError) in throw .torn }.wait()
        == .failure(.torn))
  }

  @Test func `ifEmpty makes a single of a maybe, with a default`() {
    let some: Single<Int, TestError> = Maybe.just(1).ifEmpty(9)
    let none: Single<Int, TestError> = Maybe.empty().ifEmpty(9)
    let failing: Single<Int, TestError> = Maybe.fail(.torn).ifEmpty(9)
    #expect(
      [some, none, failing].map { $0.wait() } == [.success(1), .success(9), .failure(.torn)])
  }

  @Test func `ifEmpty begins another single only if there is nothing`() {
    let other = PendingSingle<Int>()
    let observer = Observer<Int, TestError>()
    Maybe<Int, TestError>.just(1).ifEmpty(other.work).subscribe(observer)
    Maybe<Int, TestError>.fail(.torn).ifEmpty(other.work).subscribe(Observer())
    #expect(other.begun == 0)
    #expect(observer.events == [.value(1), .finished])

    let second = Observer<Int, TestError>()
    Maybe<Int, TestError>.empty().ifEmpty(other.work).subscribe(second)
    #expect(other.begun == 1)
    other.end(.success(9))
    #expect(second.events == [.value(9), .finished])
    #expect(Maybe<Int, TestError>.empty().ifEmpty(.fail(.torn)).wait() == .failure(.torn))
  }

  @Test func `cancelling inside a maybe's value holds back the end`() {
    let observer = Observer<Int, TestError> { $0.subscription?.cancel() }
    Maybe<Int, TestError>.just(1).subscribe(observer)
    #expect(observer.events == [.value(1)])
  }

  @Test(arguments: [(nil, nil, 0), (1, nil, 0), (4, 40, 1)] as [(Int?, Int?, Int)])
  func `filter, compactMap and flatMap give a maybe`(value: Int?, result: Int?, runs: Int) {
    let maybe: Maybe<Int, TestError> = value.map { .just($0) } ?? .empty()
    let filtered: Maybe<Int, TestError> = maybe.filter { $0 > 2 }.map { $0 * 10 }
    let compacted: Maybe<Int, TestError> = maybe.compactMap { $0 > 2 ? $0 * 10 : nil }
    let log = Log<Int>()
    let chained: Maybe<Int, TestError> = maybe.filter { $0 > 2 }.flatMap { value in
      log.add(value)
      return .just(value * 10)
    }
    for maybe in [filtered, compacted, chained] { #expect(maybe.wait() == .success(result)) }
    #expect(log.entries.count == runs)
    #expect(Maybe<Int, TestError>.fail(.torn).flatMap { .just($0) }.wait() == .failure(.torn))
  }
}
