import ReactiveTraits
import Testing

struct AllTests {
  private typealias Results = Single<[Result<Int, TestError>], Never>

  @Test func `all results come in order, failures too`() {
    let singles: [Single<Int, TestError>] = [.work { _ in 1 }, .fail(TestError.torn), .just(3)]
    let results = Results.all(singles).wait().get()
    #expect(results.map { try? $0.get() } == [1, nil, 3])
    #expect(Results.all([Single<Int, TestError>]()).wait().get().isEmpty)
  }

  @Test func `cancelling stops them all`() {
    let cancellation = Cancellation()
    let singles: [Single<Int, TestError>] = (0..<3).map { _ in
      .create { own, end in own.onCancel { end(nil) } }
    }
    cancellation.cancel()
    #expect(Results.all(singles).wait(cancelledBy: cancellation) == nil)
  }
}
