import LineEditing
import Testing

struct LineEditorTests {
  @Test(arguments: [
    ("abc", "abc|"),
    // Moves.
    ("abc<left>", "ab|c"), ("abc<C-b><C-b>", "a|bc"),
    ("abc<home><right>", "a|bc"), ("abc<C-a><C-f>", "a|bc"),
    ("abc<home>", "|abc"), ("abc<C-a>", "|abc"),
    ("abc<home><end>", "abc|"), ("abc<home><C-e>", "abc|"),
    ("abc<home>x", "x|abc"),
    ("add one.jpg<M-b>", "add one.|jpg"), ("add one.jpg<M-b><M-b>", "add |one.jpg"),
    ("add one<C-left>", "add |one"), ("add one<M-left>", "add |one"),
    ("add one<home><M-f>", "add| one"), ("add one<home><M-f><M-f>", "add one|"),
    ("add one<home><C-right>", "add| one"), ("add one<home><M-right>", "add| one"),
    ("  ,, <M-b>", "|  ,, "), ("  ,, <home><M-f>", "  ,, |"),
    // Deletions.
    ("abc<bs>", "ab|"), ("abc\u{8}", "ab|"),
    ("abc<home><del>", "|bc"), ("abc<home><C-d>", "|bc"),
    ("abc<bs><bs><bs><bs>", "|"), ("abc<del>", "abc|"),
    // Kills and what they bring back.
    ("one two<M-b><C-k>", "one |"), ("one two<M-b><C-u>", "|two"),
    ("add one.jpg<C-w>", "add |"), ("add one.jpg  <C-w>", "add |"),
    ("add one.jpg<M-bs>", "add one.|"), ("add one.jpg\u{1B}\u{8}", "add one.|"),
    ("one two<home><M-d>", "| two"), ("one two<home><C-del>", "| two"),
    ("one two<C-w><C-y><C-y>", "one twotwo|"),
    ("one two three<C-w><C-w><C-y>", "one two three|"),
    ("one two three<home><M-d><M-d><end><C-y>", " threeone two|"),
    ("one two<C-w><left><C-k><C-y>", "one |"),
    ("ab cd<C-w><home><C-k><C-y>", "ab |"),
    ("abc<left><C-u><C-k><C-y>", "abc|"),
    // Characters and letters.
    ("abc<C-t>", "acb|"), ("abc<left><C-t>", "acb|"),
    ("abc<left><left><C-t>", "ba|c"), ("a<C-t>", "a|"),
    ("abc<home><C-t>", "|abc"),
    ("one two<home><M-u>", "ONE| two"), ("ONE TWO<home><M-l>", "one| TWO"),
    (" oNE two<home><M-c><M-c>", " One Two|"),
    // Undo, word by word.
    ("one<end> two<C-_>", "one|"), ("one<end> two<C-_><C-_>", "|"),
    ("one two<C-w><C-_>", "one two|"),
    ("abc<left><bs><C-_>", "ab|c"),
    ("abc<home><C-k><C-_>", "|abc"),
    // Keys without a meaning leave the line alone.
    ("abc<M-z><C-x>\u{1B}[5~\u{1B}[15~\u{1B}[?62c", "abc|"),
    ("abc<esc>", "abc|"), ("abc<C-g>", "abc|"),
  ])
  func `keys edit the line`(input: String, line: String) {
    // Key by key, and in one read.
    #expect(LineEditor(typing: input).marked == line)
    var editor = LineEditor()
    var parser = KeyParser()
    for key in parser.feed(sent(input).utf8) + parser.flush() { _ = editor.apply(key) }
    #expect(editor.marked == line)
  }

  @Test(
    arguments: [
      ("", "x", .edited), ("", "<C-d>", .endOfInput), ("a", "<C-d>", .bell),
      ("a", "<C-c>", .interrupted), ("", "<C-c>", .interrupted),
      ("ab", "<tab>", .complete), ("ab", "<C-l>", .redraw), ("ab", "<C-z>", .suspend),
      ("add a.jpg", "<ret>", .submitted("add a.jpg")), ("", "\n", .submitted("")),
      ("", "<bs>", .bell), ("", "<del>", .bell), ("", "<left>", .bell), ("", "<right>", .bell),
      ("", "<C-k>", .bell), ("", "<C-y>", .bell), ("", "<C-_>", .bell), ("", "<up>", .bell),
      ("", "<down>", .bell), ("", "<C-t>", .bell), ("", "<M-u>", .bell), ("", "<C-s>", .bell),
      ("ab", "<C-a>", .edited), ("ab", "<C-e>", .edited),
      ("ab", "<M-q>", .ignored), ("ab", "\u{1B}[6;18;9t", .ignored),
    ] as [(String, String, LineEditor.Outcome)])
  func `a key tells what it led to`(typed: String, key: String, outcome: LineEditor.Outcome) {
    var editor = LineEditor(typing: typed)
    #expect(editor.type(key) == [outcome])
  }

  @Test func `an entered or interrupted line is gone`() {
    var editor = LineEditor(typing: "one<ret>")
    #expect(editor.marked == "|")
    #expect(editor.history.entries == ["one"])
    editor.type("two<C-c>")
    #expect(editor.marked == "|")
    #expect(editor.history.entries == ["one"])
    #expect(editor.type("<C-_>") == [.bell])
  }

  @Test(arguments: [
    // Accents made of two characters, families, flags, skin tones, keycaps, Hangul, Devanagari,
    // Thai.
    "e\u{301}", "👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "1️⃣", "\u{1112}\u{1161}\u{11AB}", "क्षि", "กำ", "日", "a\u{327}\u{308}",
  ])
  func `a character as its reader sees it goes as one`(character: String) {
    #expect(LineEditor(typing: "a" + character + "<bs>").line == "a")
    #expect(LineEditor(typing: "a" + character + "b<left><left><del>").line == "ab")
    #expect(LineEditor(typing: "a" + character + "<left><C-t>").line == character + "a")
    var editor = LineEditor()
    for scalar in character.unicodeScalars { _ = editor.apply(.text(String(scalar))) }
    #expect(editor.cursor == 1)
    #expect(editor.line.unicodeScalars.elementsEqual(character.unicodeScalars))
  }

  @Test func `what comes together joins`() {
    // An accent for the letter before the cursor, half a flag before another half.
    var accent = LineEditor(typing: "eb<left>")
    accent.type("\u{301}x")
    #expect(accent.marked == "e\u{301}x|b")
    var flags = LineEditor(typing: "🇪🇫🇷<home>🇩")
    #expect(flags.line == "🇩🇪🇫🇷")
    #expect(flags.cursor == 1)
    flags.type("<del>")
    #expect(flags.line == "🇩🇪")
    flags.type("<C-_><C-_>")
    #expect(flags.line == "🇪🇫🇷")
    #expect(flags.cursor == 0)
  }

  @Test func `a paste is put in at once, its line breaks inside`() {
    var editor = LineEditor(typing: "add  x<left><left>")
    #expect(editor.type(pasted("'a b.jpg'\r\nc.jpg\rd.jpg\n")) == [.edited])
    #expect(editor.line == "add 'a b.jpg'\nc.jpg\nd.jpg x")
    #expect(editor.marked == "add 'a b.jpg'^Jc.jpg^Jd.jpg| x")
    editor.type("<C-_>")
    #expect(editor.marked == "add | x")
    #expect(editor.type(pasted("\r\n")) == [.bell])
  }

  @Test func `control characters are seen, and do nothing`() {
    let editor = LineEditor(typing: pasted("a\u{1B}[31m\u{7}\t\u{9B}1m\u{202E}b\u{7F}") + "<left>")
    #expect(editor.marked == "a^[[31m^G^I\\xc2\\x9b1m\\xe2\\x80\\xaeb|^?")
    #expect(editor.line == "a\u{1B}[31m\u{7}\t\u{9B}1m\u{202E}b\u{7F}")
  }

  @Test func `a name that is not UTF-8 goes through`() {
    var editor = LineEditor()
    var parser = KeyParser()
    for key in parser.feed([0x61, 0xE9, 0x62]) { _ = editor.apply(key) }
    #expect(editor.marked == "a\\xe9b|")
    #expect(LosslessText.bytes(of: editor.line) == [0x61, 0xE9, 0x62])
    editor.type("<left><bs>")
    #expect(editor.marked == "a|b")
  }

  @Test func `a line has at most 64 KiB`() {
    var editor = LineEditor()
    let half = String(repeating: "x", count: 32_768)
    #expect(editor.apply(.paste(half)) == .edited)
    #expect(editor.apply(.paste(half + "y")) == .bell)
    #expect(editor.apply(.paste(half)) == .edited)
    #expect(editor.apply(.text("y")) == .bell)
    #expect(editor.line.utf8.count == 65_536)
    editor.type("<bs>")
    #expect(editor.apply(.text("y")) == .edited)
  }

  @Test(arguments: [(2_000, 0), (2_001, 1_000)])
  func `2,000 changes can be undone, and after one more the newer half`(changes: Int, left: Int) {
    var editor = LineEditor()
    // Each paste is a step of its own.
    for _ in 0..<changes { #expect(editor.apply(.paste("x")) == .edited) }
    while editor.type("<C-_>") == [.edited] {}
    #expect(editor.line.utf8.count == left)
  }
}
