import Dispatch
import OpenCombine
import ReactiveTraits
import Testing

@Suite struct ZipTests {
  let first = PendingSingle<Int>()
  let second = PendingSingle<String>()
  let observer = Observer<String, TestError>()

  private func subscribe() {
    let zipped: Single<(Int, String), TestError> = first.work.zip(second.work)
    #expect(first.begun == 0)
    zipped.map { "\($0.0)\($0.1)" }.subscribe(observer)
    #expect([first.begun, second.begun] == [1, 1])
  }

  @Test(arguments: [false, true])
  func `two singles run side by side, and their values come together in their places`(secondComesFirst: Bool) {
    subscribe()
    if secondComesFirst {
      second.end(.success("b"))
      #expect(observer.events == [])
      first.end(.success(1))
    } else {
      first.end(.success(1))
      #expect(observer.events == [])
      second.end(.success("b"))
    }
    #expect(observer.events == [.value("1b"), .finished])
    #expect([first.cancelled, second.cancelled] == [0, 0])
  }

  @Test func `a failure of the first cancels the second`() {
    subscribe()
    first.end(.failure(.torn))
    #expect(second.cancelled == 1)
    #expect(observer.events == [.failure(.torn)])
  }

  @Test func `a failure of the second cancels the first`() {
    subscribe()
    second.end(.failure(.torn))
    #expect(first.cancelled == 1)
    #expect(observer.events == [.failure(.torn)])
  }

  @Test func `a failure comes when the other one has stopped, and is not replaced by the other's`() {
    let other = Log<Single<String, TestError>.End>()
    let stubborn = Single<String, TestError>.create { _, end in other.add(end) }
    first.work.zip(stubborn).map { "\($0)" }.subscribe(observer)
    first.end(.failure(.torn))
    #expect(observer.events == [])
    other.entries[0](.failure(.stopped))
    #expect(observer.events == [.failure(.torn)])
  }

  @Test func `a failure upon subscription leaves the other one alone`() {
    Single<Int, TestError>.fail(.torn).zip(second.work).map { "\($0)" }.subscribe(observer)
    #expect(observer.events == [.failure(.torn)])
    #expect(second.begun == 0)
  }

  @Test func `cancelling cancels both`() {
    subscribe()
    observer.subscription?.cancel()
    #expect([first.cancelled, second.cancelled] == [1, 1])
    #expect(observer.events == [])
  }

  @Test func `cancelling when one has a value cancels the other one alone`() {
    subscribe()
    second.end(.success("b"))
    observer.subscription?.cancel()
    #expect([first.cancelled, second.cancelled] == [1, 0])
    #expect(observer.events == [])
  }

  @Test func `two that meet each other are both under way while somebody waits, and once each`() {
    let runs = Log<Int>()
    let meeting = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    let sides = [0, 1].map { side in
      Single<Int, TestError>.work { _ in
        runs.add(side)
        meeting[side].signal()
        meeting[1 - side].wait()
        return side
      }
    }
    #expect(sides[0].zip(sides[1]).map { [$0.0, $0.1] }.wait() == .success([0, 1]))
    #expect(runs.entries.sorted() == [0, 1])
  }

  @Test func `ends on two threads at once make one, whatever they are`() {
    let queue = DispatchQueue(label: "ends", attributes: .concurrent)
    for round in 0..<300 {
      let (fails, others) = (round % 3 == 1, round % 3 == 2)
      let group = DispatchGroup()
      let ends = Log<Bool>()
      let observer = Observer<Int, TestError>()
      let left = Single<Int, TestError>.work(on: queue) { _ throws(TestError) in
        if fails || others { throw .torn }
        return 1
      }
      let right = Single<Int, TestError>.work(on: queue) { _ throws(TestError) in
        if fails { throw .stopped }
        return 2
      }
      left.zip(right).map { $0 + $1 }.onEnd { _ in ends.add(true) }.tracked(by: group).subscribe(observer)
      group.wait()
      #expect(ends.entries.count == 1)
      #expect(observer.events.count == (fails || others ? 1 : 2))
      #expect(observer.values == (fails || others ? [] : [3]))
    }
  }

  @Test func `nothing is held after the end`() {
    weak var held: Probe?
    do {
      let probe = Probe()
      held = probe
      first.work.zip(second.work).map { pair in
        probe.touch()
        return "\(pair.0)\(pair.1)"
      }.subscribe(observer)
    }
    first.end(.success(1))
    #expect(held != nil)
    second.end(.success("b"))
    #expect(observer.values == ["1b"])
    #expect(held == nil)
  }
}
