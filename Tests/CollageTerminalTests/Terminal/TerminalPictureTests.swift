import Imaging
import SamplePictures
import TerminalPictures
import TestSupport
import Testing

@testable import CollageTerminal

@Suite struct TerminalPictureTests {
  private let terminal = FakeTerminal(rows: 20)
  private let screen: TerminalScreen

  init() {
    screen = TerminalScreen(terminal)
    screen.draw(content([]))
    terminal.output = ""
  }

  private func picture(_ number: Int, rows: Int = 4, throughTmux: Bool = false) throws
    -> TerminalPicture
  {
    try .kitty(
      SamplePicture.raster(number, size: PixelSize(width: 100, height: 80)), columns: 10,
      rows: rows,
      throughTmux: throughTmux)
  }

  private func content(
    _ pictures: [TerminalPicture], status: String = "status", line: String = ""
  ) -> TerminalScreen.Content {
    TerminalScreen.Content(
      rows: [.text("top")] + pictures.map { .picture($0) }, status: status,
      prompt: LiveRegion.PromptRow(beforeCursor: "> " + line, afterCursor: ""))
  }

  /// The numbers of pictures that were sent, and where each is shown.
  private var shown: [ShownPicture] { terminal.model.pictures }
  private var sent: Int { terminal.model.pictureTransmissions }

  private func expectPictures(
    _ count: Int, atRow row: Int, sent: Int, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(shown.map(\.position.row) == (count == 0 ? [] : [row]), sourceLocation: location)
    #expect(terminal.model.heldPictures == Set(shown.map(\.id)), sourceLocation: location)
    #expect(self.sent == sent && terminal.model.pictureErrors == [], sourceLocation: location)
  }

  @Test(arguments: [false, true])
  func `a picture is sent once, whatever is drawn, and placed again where text moves it`(
    throughTmux: Bool
  ) throws {
    let one = try picture(1, throughTmux: throughTmux)
    screen.draw(content([one]))
    expectPictures(1, atRow: 1, sent: 1)
    terminal.output = ""
    screen.draw(content([one], line: "add"))
    screen.draw(content([one], status: "saving", line: "add"))
    #expect(!terminal.output.contains("_G"))
    screen.append("a message")
    screen.draw(content([one], status: "saving", line: "add"))
    expectPictures(1, atRow: 2, sent: 1)
    #expect(terminal.output.utf8.count < 1500)
    for number in 1...20 { screen.append("message \(number)") }
    screen.draw(content([one]))
    expectPictures(1, atRow: 14, sent: 1)
    // The same pixels again are the same picture.
    screen.draw(content([try picture(1, throughTmux: throughTmux)]))
    expectPictures(1, atRow: 14, sent: 1)
  }

  @Test(arguments: [false, true])
  func `a new picture takes the old one's place, which the terminal then forgets`(throughTmux: Bool)
    throws
  {
    screen.draw(content([try picture(1, throughTmux: throughTmux)]))
    let before = terminal.model.heldPictures
    screen.draw(content([try picture(2, throughTmux: throughTmux)]))
    expectPictures(1, atRow: 1, sent: 2)
    #expect(terminal.model.heldPictures.isDisjoint(with: before))
    screen.draw(content([]))
    expectPictures(0, atRow: 0, sent: 2)
  }

  @Test(arguments: [false, true])
  func `a picture that is hidden for a while is sent once`(throughTmux: Bool) throws {
    let shown = content([try picture(1, throughTmux: throughTmux)])
    screen.draw(shown)
    let held = terminal.model.heldPictures
    var hidden = content([])
    hidden.hiddenRows = shown.rows
    screen.draw(hidden)
    #expect(self.shown == [] && terminal.model.heldPictures == held)
    screen.draw(shown)
    expectPictures(1, atRow: 1, sent: 1)
  }

  @Test func `texts beside a picture change without the picture`() throws {
    let one = try picture(1)
    func content(_ texts: [String]) -> TerminalScreen.Content {
      var content = self.content([])
      content.rows.append(.picture(one, beside: texts))
      return content
    }
    screen.draw(content([]))
    terminal.output = ""
    screen.draw(content(["gap 0", "", "margin 0", ""]))
    #expect(
      terminal.model.rows[1] == "          gap 0" && terminal.model.rows[3] == "          margin 0")
    expectPictures(1, atRow: 1, sent: 1)
    terminal.output = ""
    screen.draw(content(["gap 2%", "", "margin 0", ""]))
    #expect(terminal.model.rows[1] == "          gap 2%" && !terminal.output.contains("_G"))
    // A narrower window wraps them: all rows are erased.
    terminal.resize(rows: 20, columns: 14)
    screen.windowResized()
    #expect(terminal.model.rows.allSatisfy { $0.isEmpty } && self.shown == [])
  }

  @Test func `a new size of the window needs only new placements`() throws {
    let one = try picture(1)
    screen.draw(content([one]))
    terminal.resize(rows: 16, columns: 30)
    screen.windowResized()
    #expect(shown == [] && terminal.model.heldPictures.count == 1)
    screen.draw(content([one]))
    expectPictures(1, atRow: 1, sent: 1)
  }

  @Test func `where the terminal may have forgotten its pictures they are sent again`() throws {
    let one = try picture(1)
    screen.draw(content([one]))
    screen.clear()
    screen.draw(content([one]))
    expectPictures(1, atRow: 1, sent: 2)
    screen.suspend()
    #expect(terminal.model.heldPictures == [])
    screen.draw(content([one]))
    expectPictures(1, atRow: 1, sent: 3)
    screen.resume()
    screen.draw(content([one]))
    #expect(sent == 4 && terminal.model.heldPictures.count == 1)
    screen.close()
    #expect(terminal.model.heldPictures == [] && shown == [] && terminal.model.pictureErrors == [])
  }

  @Test func `while a picture is being sent the old one stays, and typing goes on`() throws {
    let one = try picture(1)
    let two = try picture(2)
    screen.draw(content([one]))
    let before = shown
    terminal.isSlow = true
    terminal.onProgress = { [screen] in screen.draw(content([two], line: "add")) }
    screen.draw(content([two]))
    #expect(terminal.isTransmitting && shown == before)
    screen.draw(content([two], line: "a"))
    terminal.takePiece()
    screen.append("a message")
    screen.draw(content([two], status: "saving", line: "ad"))
    #expect(shown == before && terminal.model.rows[terminal.model.cursor.row] == "> ad")
    #expect(terminal.model.rows[terminal.model.cursor.row - 1] == "saving")
    while terminal.isTransmitting { terminal.takePiece() }
    expectPictures(1, atRow: 2, sent: 2)
    #expect(shown[0].id != before[0].id && terminal.model.rows[0] == "a message")
  }

  @Test func `pictures that are replaced before they are sent are never sent`() throws {
    let pictures = try (1...5).map { try picture($0) }
    terminal.isSlow = true
    terminal.onProgress = { [screen] in screen.draw(content([pictures[4]])) }
    for picture in pictures {
      screen.draw(content([picture]))
      terminal.takePiece()
    }
    while terminal.isTransmitting { terminal.takePiece() }
    // The first had begun.
    expectPictures(1, atRow: 1, sent: 2)
  }

  @Test(arguments: [false, true])
  func `a picture that is no longer wanted when it arrives is forgotten`(throughTmux: Bool) throws {
    let one = try picture(1, throughTmux: throughTmux)
    terminal.isSlow = true
    terminal.onProgress = { [screen] in screen.draw(content([])) }
    screen.draw(content([one]))
    screen.draw(content([]))
    while terminal.isTransmitting { terminal.takePiece() }
    expectPictures(0, atRow: 0, sent: 1)
    #expect(terminal.model.heldPictures == [])
  }

  @Test(arguments: ["resize", "clear", "suspend", "close"])
  func `a picture that is being sent is broken off when the screen goes`(event: String) throws {
    let one = try picture(1)
    terminal.isSlow = true
    screen.draw(content([one]))
    terminal.takePiece()
    switch event {
    case "resize": screen.windowResized()
    case "clear": screen.clear()
    case "suspend": screen.suspend()
    default: screen.close()
    }
    #expect(
      !terminal.isTransmitting && terminal.model.heldPictures == []
        && terminal.model.pictureErrors == [])
    terminal.isSlow = false
    terminal.enterRawMode()
    screen.draw(content([one]))
    #expect(shown.count == 1 && sent == 1 && terminal.model.pictureErrors == [])
  }

  @Test func `sixels that are about to be replaced are not sent again for a message`() {
    func sixel(_ number: Int) -> TerminalPicture {
      .sixel(
        SamplePicture.raster(number, size: PixelSize(width: 90, height: 78)), columns: 9, rows: 4)
    }
    func drawings() -> Int { terminal.output.ranges(of: "\u{1B}P0;1;0q").count }
    var content = content([sixel(1)])
    screen.draw(content)
    #expect(drawings() == 1 && shown.map(\.position.row) == [1])
    content.awaitsPictures = true
    screen.draw(content)
    #expect(shown.count == 1)
    screen.append("a message")
    screen.draw(content)
    content.prompt = LiveRegion.PromptRow(beforeCursor: "> a", afterCursor: "")
    screen.draw(content)
    #expect(drawings() == 1 && shown.isEmpty && terminal.model.rows[0] == "a message")
    content.rows = [.text("top"), .picture(sixel(2))]
    content.awaitsPictures = false
    screen.draw(content)
    #expect(drawings() == 2 && shown.map(\.position.row) == [2])
    // Where nothing replaces it, it is sent again.
    screen.append("a message")
    screen.draw(content)
    #expect(drawings() == 3 && shown.map(\.position.row) == [3])
  }
}
