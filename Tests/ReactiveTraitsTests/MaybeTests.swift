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
    let maybe = pending.work
    #expect(pending.begun == 0)
    for run in 1...2 {
      let observer = Observer<Int, TestError>()
      maybe.subscribe(observer)
      #expect(pending.begun == run)
      pending.end(.success(run))
      #expect(observer.events == [.value(run), .finished])
    }
  }

  @Test func `ifEmpty begins another maybe only if there is nothing`() {
    let other = Pending<MaybeTrait<Int>, TestError>()
    let observer = Observer<Int, TestError>()
    Maybe<Int, TestError>.just(1).ifEmpty(trying: other.work).subscribe(observer)
    Maybe<Int, TestError>.fail(.torn).ifEmpty(trying: other.work).subscribe(Observer())
    #expect(other.begun == 0)
    #expect(observer.events == [.value(1), .finished])

    let second = Observer<Int, TestError>()
    Maybe<Int, TestError>.empty().ifEmpty(trying: other.work).subscribe(second)
    #expect(other.begun == 1)
    other.end(.success(9))
    #expect(second.events == [.value(9), .finished])
    #expect(Maybe<Int, TestError>.empty().ifEmpty(trying: .fail(.torn)).wait() == .failure(.torn))
  }

  @Test func `cancelling inside a maybe's value holds back the end`() {
    let observer = Observer<Int, TestError> { $0.subscription?.cancel() }
    Maybe<Int, TestError>.just(1).subscribe(observer)
    #expect(observer.events == [.value(1)])
  }
}
