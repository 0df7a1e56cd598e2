import Dispatch
import OpenCombine
import ReactiveTraits
import Testing

@Suite struct EndTests {
  @Test func `the end is reported once, before it is delivered, whichever it is`() {
    let pending = Pending<MaybeTrait<Int>, TestError>()
    for (result, events) in [
      (.success(1), ["value", "finished"]), (.success(nil), ["finished"]), (.failure(.torn), ["failure"]),
    ] as [(Result<Int?, TestError>, [String])] {
      let log = Log<String>()
      let subscription = pending.work.onEnd { log.add("end \(String(describing: $0 == result))") }.sink { completion in
        log.add(completion == .finished ? "finished" : "failure")
      } receiveValue: { _ in
        log.add("value")
      }
      pending.end(result)
      pending.end(result)
      #expect(log.entries == ["end true"] + events)
      subscription.cancel()
      #expect(log.entries.count == events.count + 1)
    }
  }

  @Test func `a cancel is an end, too, and is reported once the work has stopped`() {
    let mayStop = DispatchSemaphore(value: 0)
    let started = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "work")
    let log = Log<String>()
    let subscription = Completable<TestError>.work(on: queue) { _ throws(TestError) in
      started.signal()
      mayStop.wait()
      log.add("stopped")
      throw .stopped
    }.onEnd { log.add($0?.failure == .stopped ? "end" : "other end") }.sink { _ in
      log.add("delivered")
    } receiveValue: { _ in
    }
    started.wait()
    subscription.cancel()
    #expect(log.entries == [])
    mayStop.signal()
    queue.sync {}
    #expect(log.entries == ["stopped", "end"])
  }

  @Test func `a cancel inside the value does not make another end`() {
    let log = Log<Bool>()
    let observer = Observer<Int, TestError> { $0.subscription?.cancel() }
    Single<Int, TestError>.just(1).onEnd { _ in log.add(true) }.subscribe(observer)
    #expect(observer.events == [.value(1)])
    #expect(log.entries.count == 1)
  }

  @Test func `cancels that race with the end leave one`() {
    let queue = DispatchQueue(label: "work")
    for _ in 0..<300 {
      let log = Log<Bool>()
      let observer = Observer<Int, TestError>()
      Single<Int, TestError>.work(on: queue) { _ in 1 }.onEnd { _ in log.add(true) }.subscribe(observer)
      observer.subscription?.cancel()
      queue.sync {}
      #expect(log.entries.count == 1)
    }
  }

  @Test func `every run has its end`() {
    let log = Log<Bool>()
    let single = Single<Int, TestError>.just(1).onEnd { _ in log.add(true) }
    _ = single.wait()
    _ = single.wait()
    #expect(log.entries.count == 2)
  }
}
