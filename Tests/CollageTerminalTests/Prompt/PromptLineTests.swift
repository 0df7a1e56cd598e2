import Dispatch
import LineEditing
import TestSupport
import Testing

@testable import CollageTerminal

@Suite struct PromptLineTests {
  private let queue = DispatchQueue(label: "test.prompt")
  private let actions = Received<PromptLine.Action>()
  private let goOn = DispatchSemaphore(value: 0)

  /// A line whose completions are found when the test says so.
  private func line(_ candidates: [String]) -> PromptLine {
    let line = PromptLine(history: History(), on: queue) { [goOn] _ in
      #expect(goOn.waitForSignal())
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

  @Test func `Tab again goes through the completions, and any other key keeps one`() throws {
    let line = line(["save", "swap", "shadow"])
    for _ in 1...2 { goOn.signal() }
    type(.text("s"), .named(.tab), in: line)
    #expect(try actions.next() == .edited)
    guard case .choices = try actions.next() else {
      Issue.record("the choices are shown")
      return
    }
    for shown in ["save ", "swap ", "shadow ", "save "] {
      type(.named(.tab), in: line)
      #expect(try actions.next() == .edited)
      #expect(text(line) == shown)
    }
    type(.text("x"), in: line)
    #expect(try actions.next() == .edited)
    #expect(text(line) == "save x")
  }

  @Test func `the list goes on where Tab reaches its end`() throws {
    let names = (10...59).map { "photo\($0)" }
    let line = line(names)
    goOn.signal()
    _ = queue.sync { line.row(prompt: "", columns: 20) }
    type(.text("photo"), .named(.tab), in: line)
    #expect(try actions.next() == .edited)
    guard case .choices(let first) = try actions.next() else {
      Issue.record("the choices are shown")
      return
    }
    let rows = first.rows(columns: 20, limit: PromptLine.maxChoiceRows)
    #expect(rows.count == 8 && rows.last == "and 36 more")
    for _ in 1...14 { type(.named(.tab), in: line) }
    for _ in 1...14 { #expect(try actions.next() == .edited) }
    type(.named(.tab), in: line)
    guard case .choices(let second) = try actions.next() else {
      Issue.record("the next page is shown")
      return
    }
    #expect(second.choices.first == "photo24" && text(line) == "photo24 ")
    #expect(second.rows(columns: 20, limit: PromptLine.maxChoiceRows).last == "and 22 more")
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
