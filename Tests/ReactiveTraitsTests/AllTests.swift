import Dispatch
import OpenCombine
import ReactiveTraits
import TestSupport
import Testing

struct AllTests {
  private typealias Results = Single<[Result<Int, TestError>], Never>

  @Test func `all results come in order, failures too`() {
    let singles: [Single<Int, TestError>] = [.work { _ in 1 }, .fail(TestError.torn), .just(3)]
    let results = Results.all(singles).wait().get()
    #expect(results.map { try? $0.get() } == [1, nil, 3])
    #expect(Results.all([Single<Int, TestError>]()).wait().get().isEmpty)
  }

  @Test func `cancelling stops all that run`() {
    let pending = (0..<4).map { _ in PendingSingle<Int>() }
    let observer = Observer<[Result<Int, TestError>], Never>()
    Results.all(pending.map(\.work)).subscribe(observer)
    pending[2].end(.success(2))
    #expect(pending.map(\.begun) == [1, 1, 1, 1])
    #expect(pending.map(\.cancelled) == [0, 0, 0, 0])
    observer.subscription?.cancel()
    #expect(pending.map(\.cancelled) == [1, 1, 0, 1])
    #expect(observer.events == [])
  }

  @Test func `cancelling who waits stops all that run`() {
    let pending = (0..<3).map { _ in PendingSingle<Int>() }
    let cancellation = Cancellation()
    let canceller = DispatchQueue(label: "canceller")
    canceller.async {
      #expect(eventually { pending.allSatisfy { $0.begun == 1 } })
      cancellation.cancel()
    }
    #expect(Results.all(pending.map(\.work)).wait(cancelledBy: cancellation) == nil)
    #expect(pending.map(\.cancelled) == [1, 1, 1])
    canceller.sync {}
  }
}
