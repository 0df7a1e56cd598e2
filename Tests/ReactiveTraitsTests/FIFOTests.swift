import Testing

@testable import ReactiveTraits

@Suite struct FIFOTests {
  @Test func `what goes in first comes out first, however appends and pops alternate`() {
    var queue = FIFO([0, 1])
    #expect(queue.popFirst() == 0)
    queue.append(2)
    queue.append(3)
    #expect(queue.popFirst() == 1)
    #expect(queue.popFirst() == 2)
    queue.append(4)
    #expect(queue.popFirst() == 3)
    #expect(queue.popFirst() == 4)
    #expect(queue.popFirst() == nil)
  }

  @Test func `what has come out is not held any more`() {
    weak var held: Probe?
    var queue = FIFO<Probe>()
    do {
      let probe = Probe()
      held = probe
      queue.append(probe)
      queue.append(Probe())
    }
    #expect(held != nil)
    _ = queue.popFirst()
    #expect(held == nil)
    _ = queue.popFirst()
  }
}
