import OpenCombine
import Testing

@testable import ReactiveTraits

@Suite struct BroadcastTests {
  /// As happens when somebody joins a shared stream at the moment of its end.
  @Test func `who comes after the end gets the replay and the end`() {
    let broadcast = Broadcast<Int, TestError>(replayLimit: 1)
    broadcast.accept(1)
    broadcast.accept(2)
    broadcast.finish(.failure(.torn))
    let observer = Observer<Int, TestError>()
    broadcast.subscribe(Downstream(observer))
    #expect(observer.events == [.value(2), .failure(.torn)])
  }
}
