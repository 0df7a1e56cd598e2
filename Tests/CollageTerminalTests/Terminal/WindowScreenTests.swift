import Imaging
import SamplePictures
import TerminalPictures
import TestSupport
import Testing

@testable import CollageTerminal

@Suite struct WindowScreenTests {
  private let terminal = FakeTerminal(rows: 8, columns: 30)
  private let screen: WindowScreen

  init() {
    screen = WindowScreen(terminal)
    screen.open()
  }

  private func content(_ body: (inout WindowContent) -> Void) -> WindowContent {
    var content = WindowContent(terminal.size)
    body(&content)
    return content
  }

  private func picture(_ number: Int, throughTmux: Bool = false) throws -> TerminalPicture {
    try .kitty(
      SamplePicture.raster(number, size: PixelSize(width: 40, height: 40)), columns: 4, rows: 2,
      throughTmux: throughTmux)
  }

  private var places: [ScreenPosition] { terminal.model.pictures.map(\.position) }

  @Test func `text stands at its places, cut to its width and to the window`() {
    screen.draw(
      content {
        $0.put("search: rome", row: 0)
        $0.put("한국어사진", row: 2, column: 3, width: 5)
        $0.put("right", row: 2, column: 10, width: 9)
        $0.put("over the edge", row: 7, column: 25)
        $0.put("outside", row: 8)
        $0.put(drawn: "below", row: 8, column: 0, width: 5)
        $0.put(drawn: "beside", row: 5, column: 25, width: 6)
      })
    #expect(
      terminal.model.rows == [
        "search: rome", "", "   한국   right", "", "", "", "", "                         over",
      ])
  }

  @Test func `only what has changed is drawn`() {
    func draw(_ text: String) {
      screen.draw(
        content {
          $0.put("a row that stays", row: 1)
          $0.put(text, row: 3, column: 5, width: 10)
        })
    }
    draw("before")
    terminal.output = ""
    draw("before")
    #expect(terminal.output.isEmpty)
    draw("now")
    #expect(terminal.model.rows[3] == "     now" && !terminal.output.contains("stays"))
    terminal.output = ""
    screen.invalidate()
    draw("now")
    #expect(terminal.model.rows[1] == "a row that stays" && terminal.output.contains("stays"))
  }

  @Test(arguments: [false, true])
  func `a picture is sent once, however often it is shown`(throughTmux: Bool) throws {
    let one = try picture(1, throughTmux: throughTmux)
    screen.draw(
      content {
        $0.put(one, row: 1, column: 2)
        $0.put(one, row: 1, column: 12)
      })
    #expect(terminal.model.pictureTransmissions == 1 && terminal.model.pictureErrors == [])
    if !throughTmux {
      #expect(places == [ScreenPosition(row: 1, column: 2), ScreenPosition(row: 1, column: 12)])
    }
    screen.draw(content { $0.put(one, row: 4, column: 0) })
    #expect(
      places == [ScreenPosition(row: 4, column: 0)] && terminal.model.pictureTransmissions == 1)
    screen.draw(content { $0.put("text", row: 4) })
    #expect(places == [] && terminal.model.rows[4] == "text")
  }

  @Test func `pictures that are gone are forgotten when others need their numbers`() throws {
    for number in 0..<20 {
      let next = try picture(number)
      screen.draw(content { $0.put(next, row: 0, column: 0) })
      #expect(places.count == 1 && terminal.model.heldPictures.count <= 2)
    }
    screen.close()
    #expect(terminal.model.heldPictures == [] && terminal.model.pictureErrors == [])
  }

  @Test func `sixels are drawn once and give way to text`() throws {
    let sixel = TerminalPicture.sixel(
      SamplePicture.raster(1, size: PixelSize(width: 40, height: 36)), columns: 4, rows: 2)
    func draw(_ text: String) {
      screen.draw(
        content {
          $0.put(sixel, row: 1, column: 3)
          $0.put(text, row: 1, column: 10)
        })
    }
    draw("one")
    #expect(places == [ScreenPosition(row: 1, column: 3)])
    terminal.output = ""
    draw("two")
    #expect(!terminal.output.contains("\u{1B}P") && places == [ScreenPosition(row: 1, column: 3)])
    screen.draw(content { $0.put("text", row: 2, column: 4) })
    #expect(places == [] && terminal.model.rows[2] == "    text")
  }

  @Test func `while a picture is being sent, text is drawn and other pictures wait`() throws {
    terminal.isSlow = true
    let (one, two) = (try picture(1), try picture(2))
    func draw(_ text: String) {
      screen.draw(
        content {
          $0.put(one, row: 1, column: 0)
          $0.put(two, row: 1, column: 10)
          $0.put(text, row: 5)
        })
    }
    terminal.onProgress = { draw("later") }
    draw("first")
    #expect(terminal.model.rows[5] == "first" && places == [])
    while terminal.isTransmitting { terminal.takePiece() }
    #expect(
      terminal.model.rows[5] == "later" && places.count == 2 && terminal.model.pictureErrors == [])
  }

  @Test func `the window is given back as it was`() {
    let terminal = FakeTerminal(rows: 3, columns: 20)
    terminal.write("before")
    let screen = WindowScreen(terminal)
    screen.open()
    screen.draw(WindowContent(terminal.size))
    #expect(terminal.model.rows[0] == "")
    screen.close()
    #expect(terminal.model.rows[0] == "before")
  }
}
