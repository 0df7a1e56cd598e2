import Dispatch
import ReactiveTraits
import Synchronization
import Testing

@Suite struct CancellationTests {
  @Test func `a cancellation is set once and stays set`() {
    let cancellation = Cancellation()
    #expect(!cancellation.isCancelled)
    cancellation.cancel()
    cancellation.cancel()
    #expect(cancellation.isCancelled)
  }

  @Test func `handlers run once, in the order of their registration, and see the flag set`() {
    let cancellation = Cancellation()
    let log = Log<String>()
    for name in ["a", "b", "c"] {
      cancellation.onCancel { log.add("\(name) \(cancellation.isCancelled)") }
    }
    #expect(log.entries == [])
    cancellation.cancel()
    cancellation.cancel()
    #expect(log.entries == ["a true", "b true", "c true"])
  }

  @Test func `a handler that comes too late runs at once`() {
    let cancellation = Cancellation()
    cancellation.cancel()
    let log = Log<String>()
    let unregister = cancellation.onCancel { log.add("ran") }
    #expect(log.entries == ["ran"])
    unregister()
  }

  @Test func `a removed handler does not run and is let go`() {
    let cancellation = Cancellation()
    let log = Log<String>()
    weak var held: Probe?
    let unregister: @Sendable () -> Void
    do {
      let probe = Probe()
      held = probe
      unregister = cancellation.onCancel {
        probe.touch()
        log.add("removed")
      }
    }
    cancellation.onCancel { log.add("kept") }
    #expect(held != nil)
    unregister()
    unregister()
    #expect(held == nil)
    cancellation.cancel()
    #expect(log.entries == ["kept"])
  }

  @Test func `handlers are let go once they have run`() {
    let cancellation = Cancellation()
    weak var held: Probe?
    do {
      let probe = Probe()
      held = probe
      cancellation.onCancel { probe.touch() }
    }
    cancellation.cancel()
    #expect(held == nil)
  }

  @Test func `a handler may use the cancellation it belongs to`() {
    let cancellation = Cancellation()
    let log = Log<String>()
    cancellation.onCancel { [weak cancellation] in
      cancellation?.cancel()
      cancellation?.onCancel { log.add("inner") }
      log.add("outer")
    }
    cancellation.cancel()
    #expect(log.entries == ["inner", "outer"])
  }

  @Test func `each handler runs once, however many threads register and cancel`() {
    let cancellation = Cancellation()
    let runs = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<100 {
        cancellation.onCancel { runs.add(1, ordering: .relaxed) }
        if thread % 2 == 0, step == 50 { cancellation.cancel() }
      }
    }
    #expect(runs.load(ordering: .relaxed) == 800)
  }

  @Test func `what somebody else has noted counts as set when work polls`() {
    let noted = Atomic(false)
    let cancellation = Cancellation { noted.load(ordering: .relaxed) }
    #expect(!cancellation.isCancelled)
    noted.store(true, ordering: .relaxed)
    #expect(cancellation.isCancelled)
    let log = Log<Bool>()
    cancellation.onCancel { log.add(true) }
    #expect(log.entries == [true])
  }
}
