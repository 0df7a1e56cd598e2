import Dispatch
import Glibc
import LineEditing
import SystemPackage
import TestSupport
import Testing

@testable import CollageTerminal

@Suite struct TerminalEventsTests {
  private let queue = DispatchQueue(label: "test.prompt")
  private let timers = HeldTimers()
  private let received = Received<TerminalEvent>()
  private let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)

  init() throws { pipe = try FileDescriptor.pipe(options: .closeOnExec) }

  /// Runs `body` with events that read from a pipe, then checks that nothing of them is left.
  private func withEvents(_ body: (TerminalEvents) throws -> Void) throws {
    weak var released: TerminalEvents?
    do {
      let events = TerminalEvents(input: pipe.readEnd, queue: queue, timers: timers)
      released = events
      queue.sync { events.start(watchesSignals: false) { [received] in received.add($0) } }
      try body(events)
      queue.sync { events.stop() }
    }
    // A cancelled source lets its handler go on the queue.
    queue.sync {}
    #expect(released == nil)
    #expect(timers.count == 0)
    try pipe.readEnd.close()
  }

  private func send(_ text: String) throws { try pipe.writeEnd.writeAll(text.utf8) }

  @Test func `keys that arrive together are one event`() throws {
    try withEvents { _ in
      try send("add\u{1B}[D\r")
      #expect(try received.next() == .keys([.text("add"), .named(.left), .named(.enter)]))
      try send("\u{1B}[?62;4c")
      #expect(try received.next() == .keys([.reply(.deviceAttributes([62, 4]))]))
    }
    try pipe.writeEnd.close()
  }

  @Test func `Escape alone is a key once nothing has followed it`() throws {
    try withEvents { _ in
      try send("\u{1B}")
      #expect(try timers.delays.next() == .milliseconds(50))
      #expect(received.count == 0)
      timers.fire()
      #expect(try received.next() == .keys([.named(.escape)]))
    }
    try pipe.writeEnd.close()
  }

  @Test func `what follows Escape in time completes its sequence`() throws {
    try withEvents { _ in
      try send("\u{1B}")
      _ = try timers.delays.next()
      try send("[A")
      #expect(try received.next() == .keys([.named(.up)]))
      timers.fire()
      try send("x")
      #expect(try received.next() == .keys([.text("x")]))
    }
    try pipe.writeEnd.close()
  }

  @Test func `a burst of sizes is one event, after the last of them`() throws {
    try withEvents { (events) throws in
      for _ in 1...3 { queue.sync { events.windowChanged() } }
      #expect(queue.sync { events.isResizing })
      #expect(try timers.delays.next() == TerminalEvents.settlingTime)
      #expect(timers.count == 1)
      timers.fire()
      #expect(try received.next() == .resized)
      #expect(queue.sync { !events.isResizing })
      #expect(received.count == 0)
    }
    try pipe.writeEnd.close()
  }

  @Test func `a terminal that is gone hangs up once`() throws {
    try withEvents { _ in
      try pipe.writeEnd.close()
      #expect(try received.next() == .signalled(SIGHUP))
      queue.sync {}
      #expect(received.count == 0)
    }
  }
}
