import Dispatch
import OpenCombine
import Testing

@testable import ReactiveTraits

@Suite struct BroadcastTests {
  @Test func `who comes after the end gets the replay and the end`() {
    let broadcast = Broadcast<Int>(replayLimit: 1)
    broadcast.accept(1)
    broadcast.accept(2)
    broadcast.finish()
    let observer = Observer<Int, Never>()
    broadcast.subscribe(observer)
    #expect(observer.events == [.value(2), .finished])
  }

  @Test func `nothing overtakes the subscription, neither a value nor the end`() {
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    subject.publisher.subscribe(
      AnySubscriber<Int, Never>(
        receiveSubscription: { subscription in
          subscription.request(.unlimited)
          subject.accept(1)
          subject.finish()
          log.add("subscribed")
        },
        receiveValue: { value in
          log.add("\(value)")
          return .none
        },
        receiveCompletion: { _ in log.add("finished") }))
    #expect(log.entries == ["subscribed", "1", "finished"])
  }

  @Test func `an end that comes while somebody subscribes reaches the queue where it is wanted`() {
    let queue = DispatchQueue(label: "front")
    for _ in 0..<200 {
      let subject = PublishSubject<Int>()
      let observer = Observer<Int, Never>()
      DispatchQueue.global().async { subject.finish() }
      subject.publisher.receive(on: .queue(queue)).subscribe(observer)
      observer.waitForEnd()
      #expect(observer.events == [.finished])
    }
  }
}
