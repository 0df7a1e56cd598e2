import LineEditing
import TerminalPictures
import Testing

@testable import CollageTerminal

/// The pieces that the picker and the library's panel share.
@Suite struct ListPartsTests {
  private let size = TerminalSize(rows: 8, columns: 60)
  private let style = TerminalStyle(hasAttributes: false, isUTF8: true)

  private func text(_ content: WindowContent, row: Int) -> String {
    var text = ""
    for piece in content.rows[row] {
      text += String(repeating: " ", count: max(piece.column - text.count, 0)) + piece.text
    }
    return text
  }

  private static let edits: [(String, SearchEdit, String)] = [
    ("rome ", .type("x"), "rome x"), ("rome", .deleteCharacter, "rom"),
    ("rome sea  ", .deleteWord, "rome "), ("rome", .deleteWord, ""), ("", .deleteCharacter, ""),
    ("rome", .clear, ""), ("café", .deleteCharacter, "caf"),
  ]

  @Test(arguments: edits)
  func `a search is edited`(term: String, edit: SearchEdit, edited: String) {
    #expect(edit.applied(to: Array(term.utf8)) == Array(edited.utf8))
  }

  @Test func `bytes that are typed one by one make a character`() {
    let first = SearchEdit.type(LosslessText.text(of: [0xC3])).applied(to: [])
    #expect(SearchEdit.type(LosslessText.text(of: [0xA9])).applied(to: first) == Array("é".utf8))
  }

  @Test func `two clicks on one item soon after each other are a double click`() {
    var clicks = DoubleClick<Int>()
    let start = ContinuousClock.now
    func clicked(_ item: Int, after milliseconds: Int) -> Bool {
      clicks.isSecond(item, at: start.advanced(by: .milliseconds(milliseconds)))
    }
    #expect(!clicked(1, after: 0) && clicked(1, after: 400))
    // The third one begins anew.
    #expect(!clicked(1, after: 500) && !clicked(2, after: 600) && !clicked(2, after: 1100))
    clicks.forget()
    #expect(!clicked(2, after: 1200))
  }

  @Test func `the help is shown part by part, scrolls, and ends`() {
    var help = ListHelp()
    help.showMore(rows: 10, room: 6)
    #expect(help.start == 0)
    help.scroll(by: 100, rows: 10, room: 6)
    #expect(help.start == 4)
    help.scroll(by: -100, rows: 10, room: 6)
    help.showMore(rows: 10, room: 6)
    #expect(help.start == 6)
    help.showMore(rows: 10, room: 6)
    #expect(!help.isShown)
    help.scroll(by: 1, rows: 10, room: 6)
    #expect(!help.isShown)
  }

  @Test func `the folders of the path can be clicked`() {
    let line = SearchLine(
      Array("sea".utf8), status: "12 photos", path: "~/a/rome", columns: size.columns, style)
    var content = WindowContent(size, hasAttributes: false)
    line.draw(in: &content)
    #expect(text(content, row: 0).hasSuffix("12 photos~/a/rome"))
    #expect(content.cursor == WindowContent.Cursor(row: 0, column: 11))
    #expect([51, 52, 54, 56, 59].map(line.levelsBelow) == [nil, 2, 1, 0, 0])
  }

  @Test(arguments: [
    ("", "~/a/rome", "9 photos, by date, ~/a/rome"),
    ("", "~/a/pictures of rome", "9 photos, ~/a/pictures of rome"),
    ("abcdefghijklmnopqrstuvwxyz", "~/a/pictures of rome", "9 photos, ~/a/pictures of rome"),
  ])
  func `a status gets shorter before the last name of a path is hidden`(
    term: String, path: String, shown: String
  ) {
    let line = SearchLine(
      Array(term.utf8), status: "9 photos, without 1 collage, by date, ",
      shorter: ["9 photos, by date, ", "9 photos, "], path: path, columns: size.columns, style)
    var content = WindowContent(size, hasAttributes: false)
    line.draw(in: &content)
    #expect(text(content, row: 0).hasSuffix("  " + shown), "\(text(content, row: 0))")
  }

  @Test func `a long search shows its end, and a long path too`() {
    let term = Array(String(repeating: "abcdefghij", count: 9).utf8)
    let line = SearchLine(
      term, status: "1 photo", path: "/a/very/long/path/that/does/not/fit/here",
      columns: size.columns, style)
    var content = WindowContent(size, hasAttributes: false)
    line.draw(in: &content)
    let shown = text(content, row: 0)
    #expect(shown.hasSuffix("/fit/here") && shown.contains("hij ") && shown.count == 60)
    #expect(!shown.contains("/a/very"))
  }

  @Test func `keys in the last row are clicked, and a message takes the place of facts`() throws {
    var footer = ListFooter(
      facts: "a.jpg", message: nil, messageLook: .warning, start: "2 photos  ",
      hints: [
        KeyHint("Tab", "select", "select a photo", rank: 1, .named(.enter, [])),
        KeyHint("F1", "help", "this help", rank: 0),
      ])
    var content = WindowContent(size, hasAttributes: false)
    footer.draw(in: &content, style)
    #expect(text(content, row: 6).hasPrefix("a.jpg"))
    let keys = text(content, row: 7)
    #expect(keys.hasPrefix("2 photos  Tab select  F1 help"))
    #expect(footer.key(at: 10, columns: 60) == .named(.enter, []))
    #expect(footer.key(at: 19, columns: 60) == .named(.enter, []))
    #expect(footer.key(at: 20, columns: 60) == nil && footer.key(at: 9, columns: 60) == nil)
    footer = ListFooter(
      facts: "a.jpg", message: "no photo is selected", messageLook: .warning, hints: [])
    content = WindowContent(size, hasAttributes: false)
    footer.draw(in: &content, style)
    #expect(text(content, row: 6).hasPrefix("no photo is selected"))
  }

  @Test func `the scroll bar shows which part of a list is seen`() {
    let area = CellArea(row: 1, column: 59, rows: 4, columns: 1)
    var list = ListScreen()
    list.setGrid(columns: 1, rows: 4)
    func bar() -> String {
      var content = WindowContent(size, hasAttributes: false)
      content.putScrollBar(of: list, in: area, isUTF8: false)
      return (1...4).map { text(content, row: $0).filter { $0 != " " } }.joined()
    }
    list.update(count: 4, kept: nil)
    #expect(bar() == "")
    list.update(count: 8, kept: nil)
    #expect(bar() == "##||")
    list.move(.last)
    #expect(bar() == "||##")
    list.move(.first)
    list.move(.pages(1))
    list.update(count: 1000, kept: 500)
    #expect(bar().filter { $0 == "#" }.count == 1 && !bar().hasPrefix("#"))
  }
}
