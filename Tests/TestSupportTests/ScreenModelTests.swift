import TestSupport
import Testing

struct ScreenModelTests {
  private func screen(_ output: String, rows: Int = 4, columns: Int = 10) -> ScreenModel {
    var screen = ScreenModel(rows: rows, columns: columns)
    screen.feed(output.utf8)
    return screen
  }

  @Test(arguments: [
    // Text, line ends, tabs and backspaces.
    ("ab\r\ncd", ["ab", "cd", "", ""], (1, 2)),
    ("ab\ncd", ["ab", "  cd", "", ""], (1, 4)),
    ("abc\u{8}\u{8}X", ["aXc", "", "", ""], (0, 2)),
    ("a\tb\tc", ["a       bc", "", "", ""], (0, 9)),
    // The margin: the cursor waits in the last column, and only the next character wraps.
    ("0123456789", ["0123456789", "", "", ""], (0, 9)),
    ("0123456789a", ["0123456789", "a", "", ""], (1, 1)),
    ("0123456789\r\na", ["0123456789", "a", "", ""], (1, 1)),
    ("0123456789\u{1b}[K", ["012345678", "", "", ""], (0, 9)),
    ("\u{1b}[?7l0123456789ab", ["012345678b", "", "", ""], (0, 9)),
    // Wide and combining characters.
    ("日本x", ["日本x", "", "", ""], (0, 5)),
    ("012345678日", ["012345678", "日", "", ""], (1, 2)),
    ("e\u{301}x", ["e\u{301}x", "", "", ""], (0, 2)),
    ("日\u{301}x", ["日\u{301}x", "", "", ""], (0, 3)),
    ("012345678e\u{301}", ["012345678e\u{301}", "", "", ""], (0, 9)),
    ("日本\u{1b}[2Gx", [" x本", "", "", ""], (0, 2)),
    ("日本\u{1b}[3Gx", ["日x", "", "", ""], (0, 3)),
    ("a日b\r\u{1b}[2C\u{1b}[K", ["a", "", "", ""], (0, 2)),
    ("🙂▒é", ["🙂▒é", "", "", ""], (0, 4)),
    // Moves, which stop at the edges.
    ("\u{1b}[2;3Hx", ["", "  x", "", ""], (1, 3)),
    ("\u{1b}[3fx\u{1b}[Hy", ["y", "", "x", ""], (0, 1)),
    ("\u{1b}[99;99Hx\u{1b}[Ay", ["", "", "         y", "         x"], (2, 9)),
    ("\u{1b}[B\u{1b}[2Cx\u{1b}[2Dy\u{1b}[9A\u{1b}[5Gz", ["    z", " yx", "", ""], (0, 5)),
    ("ab\u{1b}[3dc", ["ab", "", "  c", ""], (2, 3)),
    ("ab\u{1b}7cd\r\n\u{1b}8x\u{1b}[sy\u{1b}[uz", ["abxz", "", "", ""], (0, 4)),
    // Erasing.
    ("abc\r\ndef\r\nghi\u{1b}[2;2H\u{1b}[J", ["abc", "d", "", ""], (1, 1)),
    ("abc\r\ndef\r\nghi\u{1b}[2;2H\u{1b}[1J", ["", "  f", "ghi", ""], (1, 1)),
    ("abc\r\ndef\u{1b}[2J", ["", "", "", ""], (1, 3)),
    ("abc\u{1b}[2G\u{1b}[1Kd", [" dc", "", "", ""], (0, 2)),
    ("abc\u{1b}[2K", ["", "", "", ""], (0, 3)),
    // Strings and modes show nothing.
    (
      "a\u{1b}]0;title\u{7}b\u{1b}]8;;x\u{1b}\\c\u{1b}P1$r0m\u{1b}\\d\u{1b}[?2026h\u{1b}[?2026le",
      ["abcde", "", "", ""], (0, 5)
    ),
    ("\u{1b}(Ba\u{1b}[c\u{1b}[16t\u{1b}[6n", ["a", "", "", ""], (0, 1)),
    ("a\u{1b}cb", ["b", "", "", ""], (0, 1)),
  ])
  func `output is shown as by a terminal`(
    output: String, rows: [String], cursor: (row: Int, column: Int)
  ) {
    let screen = screen(output)
    #expect(screen.rows == rows)
    #expect(screen.cursor == ScreenPosition(row: cursor.row, column: cursor.column))
    #expect(screen.unknownSequences.isEmpty)

    var piecemeal = ScreenModel(rows: 4, columns: 10)
    for byte in output.utf8 { piecemeal.feed([byte]) }
    #expect(piecemeal.cells == screen.cells)
  }

  @Test func `rows that scroll away are remembered`() {
    let screen = screen("1\r\n2\r\n3\r\n4\r\n5\r\n6", rows: 3)
    #expect(screen.rows == ["4", "5", "6"])
    #expect(screen.scrolledAway == ["1", "2", "3"])
  }

  @Test(arguments: [
    ("\u{1b}[1;2;9mx", CellStyle([.bold, .dim, .struckThrough])),
    ("\u{1b}[1;2;9;22mx", CellStyle(.struckThrough)),
    ("\u{1b}[9;3;4;7m\u{1b}[29;23;24;27mx", CellStyle()),
    ("\u{1b}[1;31;42m\u{1b}[mx", CellStyle()),
    ("\u{1b}[31;102mx", CellStyle(foreground: .palette(1), background: .palette(10))),
    (
      "\u{1b}[38;5;200;48;2;1;2;3;1mx",
      CellStyle(.bold, foreground: .palette(200), background: .rgb(1, 2, 3))
    ),
    (
      "\u{1b}[38:2::1:2:3;48:5:7;2mx",
      CellStyle(.dim, foreground: .rgb(1, 2, 3), background: .palette(7))
    ),
    ("\u{1b}[91;39;100;49mx", CellStyle()),
    ("\u{1b}[>4;2mx", CellStyle()),
  ])
  func `styles are followed`(output: String, style: CellStyle) {
    #expect(screen(output).style(of: "x") == style)
  }

  @Test func `the style of a word is that of all its cells`() {
    let screen = screen("\u{1b}[2;9mre\u{1b}[m \u{1b}[2mno\u{1b}[mwo\r\nno\u{1b}[44m\u{1b}[K")
    #expect(screen.style(of: "re") == CellStyle([.dim, .struckThrough]))
    #expect(screen.style(of: "no") == CellStyle(.dim))
    #expect(screen.style(of: "no", inRow: 1) == CellStyle())
    #expect(screen.style(of: "now") == nil)
    #expect(screen.style(of: "yes") == nil)
    #expect(screen.cells[1][5].style == CellStyle(background: .palette(4)))
  }

  @Test func `pictures of the kitty protocol are counted, not shown`() {
    let screen = screen(
      "a\u{1b}_Ga=T,f=100,m=1;QUJD\u{1b}\\\u{1b}_Gm=0;\u{1b}\\\u{1b}_Ga=d\u{1b}\\b")
    #expect(screen.rows[0] == "ab")
    #expect(screen.graphics.map(\.keys) == ["a=T,f=100,m=1", "m=0", "a=d"])
    #expect(screen.graphics.map(\.payloadBytes) == [4, 0, 0])
  }

  @Test func `modes are kept and unknown sequences are reported`() {
    let screen = screen("\u{1b}[?25l\u{1b}[?2004;2026h\u{1b}[4L\u{1b}Z")
    #expect(screen.privateModes == [7, 2004, 2026])
    #expect(screen.isUpdating)
    #expect(screen.unknownSequences == ["[4L", "Z"])
  }

  @Test func `a terminal that wraps keeps all text and the cursor's place in it`() {
    var screen = screen("1\r\n2\r\n3 longer\r\n4日本 5", rows: 4)
    screen.resize(rows: 3, columns: 4)
    #expect(screen.rows == ["nger", "4日", "本 5"])
    #expect(screen.scrolledAway == ["1", "2", "3 lo"])
    #expect(screen.cursor == ScreenPosition(row: 2, column: 3))
    screen.feed("\r\u{1b}[2Anew\u{1b}[K\r\n".utf8)
    #expect(screen.rows == ["new", "4日", "本 5"])
    screen.resize(rows: 6, columns: 10)
    #expect(screen.rows == ["1", "2", "3 lonew", "4日本 5", "", ""])
    #expect(screen.scrolledAway == [])
    #expect(screen.cursor == ScreenPosition(row: 3, column: 0))
    screen.resize(rows: 4, columns: 10)
    #expect(screen.rows == ["1", "2", "3 lonew", "4日本 5"])
  }

  @Test func `a terminal that cuts keeps the cursor on the screen`() {
    var screen = screen("1\r\n2\r\n3 long\r\n4", rows: 4)
    screen.resize(rows: 2, columns: 4, .cuts)
    #expect(screen.rows == ["3 lo", "4"])
    #expect(screen.scrolledAway == ["1", "2"])
    #expect(screen.cursor == ScreenPosition(row: 1, column: 1))
    screen.resize(rows: 3, columns: 8, .cuts)
    screen.feed("5678901".utf8)
    #expect(screen.rows == ["3 lo", "45678901", ""])
  }

  @Test func `bytes that are no UTF-8 are passed over`() {
    var screen = ScreenModel(rows: 1, columns: 10)
    screen.feed([
      0x61, 0xff, 0x62, 0x80, 0xc3, 0x63, 0xe2, 0x82, 0x1b, 0x5b, 0x6d, 0x64, 0xc3, 0xa9,
    ])
    #expect(screen.rows == ["abcdé"])
  }

  @Test func `a sequence that another one breaks off is forgotten`() {
    #expect(screen("a\u{1b}[12\u{1b}[1mb\u{1b}_Gx;\u{1b}[mc").rows[0] == "abc")
  }
}
