import Dispatch
import LineEditing
import Testing

@testable import CollageCLI

struct PromptLineTests {
  private let queue = DispatchQueue(label: "test.front")
  private let actions = Received<PromptLine.Action>()
  private let goOn = DispatchSemaphore(value: 0)

  /// A line whose completions are found when the test says so.
  private func line(_ candidates: [String]) -> PromptLine {
    let line = PromptLine(history: History(), on: queue) { [goOn] _ in
      goOn.wait()
      return candidates.map { Completion.Candidate($0) }
    }
    queue.sync { line.start { [actions] in actions.add($0) } }
    return line
  }

  private func type(_ keys: Key..., in line: PromptLine) {
    queue.sync { for key in keys { line.handle(key) } }
  }

  private func text(_ line: PromptLine) -> String {
    queue.sync { line.row(prompt: "", columns: 80) }.beforeCursor
  }

  @Test func `keys that follow Tab wait for the completion`() throws {
    let line = line(["album"])
    type(.text("add al"), .named(.tab), .text("x"), .named(.enter), in: line)
    #expect(try actions.next() == .edited)
    #expect(actions.count == 0)
    #expect(text(line) == "add al")
    goOn.signal()
    #expect(try actions.next() == .edited)
    #expect(try actions.next() == .edited)
    #expect(try actions.next() == .submitted("add album x"))
  }

  @Test func `several completions are shown, and none rings the bell`() throws {
    let several = line(["save", "swap"])
    goOn.signal()
    type(.text("s"), .named(.tab), in: several)
    #expect(try actions.next() == .edited)
    guard case .choices(let completion) = try actions.next() else {
      Issue.record("the choices are shown")
      return
    }
    #expect(completion.choices == ["save", "swap"])
    let none = line([])
    goOn.signal()
    type(.named(.tab), in: none)
    #expect(try actions.next() == .bell)
  }

  @Test func `Control-C does not wait for a completion`() throws {
    let line = line(["album"])
    type(.text("al"), .named(.tab), .text("lost"), .control("c"), .text("x"), in: line)
    for _ in 1...3 { #expect(try actions.next() == .edited) }
    #expect(text(line) == "x")
    goOn.signal()
    type(.text("y"), in: line)
    #expect(try actions.next() == .edited)
    #expect(text(line) == "xy")
  }

  @Test func `after it stops nothing of it is alive`() throws {
    weak var released: PromptLine?
    do {
      let line = line(["album"])
      released = line
      type(.named(.tab), in: line)
      queue.sync { line.stop() }
    }
    goOn.signal()
    queue.sync {}
    #expect(released == nil)
    #expect(actions.count == 0)
  }
}
