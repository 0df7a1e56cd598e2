import OpenCombine
import ReactiveTraits
import Testing

@Suite struct DebounceTests {
  let timers = ManualTimers()

  @Test func `a value comes when no other has followed for so long`() {
    let relay = Relay("")
    let observer = Observer<String, Never>()
    relay.publisher.debounce(on: timers) { _, _ in .milliseconds(150) }.subscribe(observer)
    timers.advance(by: .milliseconds(100))
    relay.accept("c")
    timers.advance(by: .milliseconds(149))
    relay.accept("ca")
    timers.advance(by: .milliseconds(149))
    #expect(observer.values == [])
    timers.advance(by: .milliseconds(1))
    #expect(observer.values == ["ca"])
    relay.accept("cat")
    timers.advance(by: .seconds(1))
    #expect(observer.values == ["ca", "cat"])
    #expect(timers.count == 0)
  }

  @Test func `how long to wait depends on the value before, whether or not that one came`() {
    let relay = Relay(3)
    let observer = Observer<Int, Never>()
    relay.publisher.debounce(on: timers) { previous, value in
      previous.map { $0 < value ? .seconds(1) : .seconds(2) }
    }.subscribe(observer)
    // The first has none before it, and doesn't wait here.
    #expect(observer.values == [3])
    relay.accept(2)
    timers.advance(by: .seconds(1))
    #expect(observer.values == [3])
    relay.accept(4)
    timers.advance(by: .seconds(1))
    #expect(observer.values == [3, 4])
  }

  @Test func `a value that stays is not lost, the first one neither`() {
    let relay = Relay(1)
    let observer = Observer<Int, Never>()
    relay.publisher.debounce(on: timers) { _, _ in .seconds(1) }.subscribe(observer)
    timers.advance(by: .seconds(1))
    #expect(observer.values == [1])
    for value in 2...4 {
      relay.accept(value)
      timers.advance(by: .milliseconds(999))
      #expect(observer.values == Array(1..<value))
      timers.advance(by: .milliseconds(1))
      #expect(observer.values == Array(1...value))
      timers.advance(by: .seconds(5))
    }
    #expect(observer.values == [1, 2, 3, 4])
    #expect(timers.count == 0)
  }

  @Test func `the last value comes before the end`() {
    let subject = PassthroughSubject<Int, TestError>()
    let observer = Observer<Int, TestError>()
    subject.debounce(on: timers) { _, _ in .seconds(1) }.subscribe(observer)
    subject.send(1)
    subject.send(completion: .finished)
    #expect(observer.events == [])
    timers.advance(by: .seconds(1))
    #expect(observer.events == [.value(1), .finished])
  }

  @Test func `cancelling forgets what waits`() {
    let relay = Relay(1)
    let observer = Observer<Int, Never>()
    relay.publisher.debounce(on: timers) { _, _ in .seconds(1) }.subscribe(observer)
    #expect(timers.count == 1)
    observer.subscription?.cancel()
    #expect(timers.count == 0)
    timers.advance(by: .seconds(2))
    #expect(observer.events == [])
  }

  @Test
  func
    `a search as one types: only the settled term is searched for, and a superseded search is cancelled`()
  {
    let terms = Relay("c")
    let search = PendingSingle<Int>()
    let observer = Observer<Int, TestError>()
    terms.publisher
      .debounce(on: timers) { _, _ in .milliseconds(150) }
      .removeDuplicates()
      .setFailureType(to: TestError.self)
      .map { _ in search.work }
      .switchToLatest()
      .subscribe(observer)
    terms.accept("ca")
    timers.advance(by: .milliseconds(150))
    #expect(search.begun == 1)
    terms.accept("cat")
    #expect(search.cancelled == 0)
    timers.advance(by: .milliseconds(150))
    #expect(search.cancelled == 1)
    #expect(search.begun == 2)
    search.end(.success(3))
    #expect(observer.values == [3])
  }
}
