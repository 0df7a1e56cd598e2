import Dispatch
import OpenCombine
import ReactiveTraits
import Testing
import ThreadPool

@Suite struct UsingTests {
  private struct Failed: Error, Equatable {}
  private typealias Work = Single<Int, Failed>

  private let log = Log<String>()

  private func work(_ body: @escaping @Sendable (Int) -> Work) -> Work {
    Work.using { [log] in
      log.add("acquire")
      return 7
    } release: { [log] resource, result in
      let end =
        switch result {
        case .success(let value): "value \(value)"
        case .failure: "failure"
        case nil: "cancelling"
        }
      log.add("release \(resource) after \(end)")
    } work: {
      body($0)
    }
  }

  @Test func `a resource is acquired for each run and released before the end arrives`() {
    let single = work { .just($0 + 1) }
    #expect(log.entries == [])
    for _ in 0..<2 {
      _ = single.sink { _ in
      } receiveValue: { [log] in
        log.add("value \($0)")
      }
    }
    #expect(
      log.entries == ["acquire", "release 7 after value 8", "value 8"] + log.entries.dropFirst(3))
    #expect(log.entries.count == 6)
  }

  @Test func `a failure releases, too`() {
    #expect(work { _ in .fail(Failed()) }.wait() == .failure(Failed()))
    #expect(log.entries == ["acquire", "release 7 after failure"])
  }

  @Test func `what can't be acquired is neither used nor released`() {
    let single = Work.using { () throws(Failed) -> Int in
      throw Failed()
    } release: { [log] _, _ in
      log.add("release")
    } work: { [log] _ in
      log.add("work")
      return .just(1)
    }
    #expect(single.wait() == .failure(Failed()))
    #expect(log.entries == [])
  }

  @Test func `cancelling releases once the work has stopped`() {
    let pending = Locked<Work.End?>(nil)
    let subscription = work { _ in Work.create { _, end in pending.withLock { $0 = end } } }
      .sink { _ in
      } receiveValue: { _ in
      }
    subscription.cancel()
    #expect(log.entries == ["acquire"])
    pending.withLock { $0 }?(nil)
    pending.withLock { $0 }?(nil)
    #expect(log.entries == ["acquire", "release 7 after cancelling"])
  }

  @Test func `an end is delivered on the queue that was asked for`() {
    let queue = DispatchQueue(label: "end")
    let single = Work.just(3).ending(on: .queue(queue)).map { value in
      dispatchPrecondition(condition: .onQueue(queue))
      return value
    }
    #expect(single.wait() == .success(3))
    let inPlace = Work.just(4).ending(on: .immediate).map { value in
      dispatchPrecondition(condition: .notOnQueue(queue))
      return value
    }
    #expect(inPlace.wait() == .success(4))
  }
}
