import TestSupport
import Testing

@testable import CollageTerminal

@Suite struct TerminalScreenTests {
  private let terminal = FakeTerminal()
  private let screen: TerminalScreen

  init() {
    screen = TerminalScreen(terminal)
    screen.append("welcome")
    screen.draw(content())
    terminal.output = ""
  }

  private func content(
    _ picture: String = "picture", status: String = "status", line: String = ""
  ) -> TerminalScreen.Content {
    TerminalScreen.Content(
      rows: [.text(picture), .text("below")], status: status,
      prompt: LiveRegion.PromptRow(beforeCursor: "> " + line, afterCursor: ""))
  }

  private var shown: [String] { terminal.model.rows.filter { !$0.isEmpty } }

  @Test func `content that has not changed is not drawn again`() {
    screen.draw(content())
    #expect(terminal.output == "")
    #expect(shown == ["welcome", "picture", "below", "status", ">"])
  }

  @Test func `a change of the line draws its row alone`() {
    screen.draw(content(line: "add"))
    #expect(terminal.output.contains("add") && !terminal.output.contains("status"))
    #expect(shown == ["welcome", "picture", "below", "status", "> add"])
  }

  @Test func `a change of the status leaves the rows above it`() {
    screen.draw(content(status: "saving", line: "add"))
    #expect(terminal.output.contains("saving") && !terminal.output.contains("below"))
    #expect(shown == ["welcome", "picture", "below", "saving", "> add"])
  }

  @Test func `other rows are drawn in the place of the old ones`() {
    screen.draw(content("another", status: "saving"))
    #expect(shown == ["welcome", "another", "below", "saving", ">"])
  }

  @Test func `messages scroll away above, each once`() {
    screen.append("first")
    screen.append("second")
    screen.draw(content())
    screen.append("third")
    screen.draw(content())
    #expect(shown == ["welcome", "first", "second", "third", "picture", "below", "status", ">"])
  }

  @Test func `after a change of the window's size everything is drawn once where it belongs`() {
    #expect(!screen.isOutdated)
    terminal.resize(rows: 8, columns: 20)
    #expect(screen.isOutdated)
    screen.windowResized()
    #expect(!screen.isOutdated)
    screen.draw(content())
    #expect(shown == ["welcome", "picture", "below", "status", ">"])
  }

  @Test func `what is invalid is drawn again`() {
    screen.clear()
    #expect(shown == [])
    screen.draw(content())
    #expect(shown == ["picture", "below", "status", ">"])
    terminal.output = ""
    screen.resume()
    screen.draw(content())
    #expect(terminal.output.contains("picture"))
    #expect(shown == ["picture", "below", "status", ">"])
  }

  @Test func `when it closes only messages are left, and nothing is drawn any more`() {
    screen.append("goodbye")
    screen.close()
    #expect(!terminal.isRaw)
    screen.append("too late")
    screen.draw(content())
    screen.resume()
    #expect(shown == ["welcome", "goodbye"])
  }
}
