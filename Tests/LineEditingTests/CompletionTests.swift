import LineEditing
import Testing

struct CompletionTests {
  private typealias Candidate = Completion.Candidate

  /// The line after Tab, with the cursor where the bar is.
  private func completed(_ marked: String, _ candidates: [Candidate]) -> String {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    var editor = LineEditor(
      typing: parts[0] + parts[1] + String(repeating: "<left>", count: parts[1].count))
    _ = editor.complete(with: Completion(of: editor.wordUnderCursor, with: candidates))
    return editor.marked
  }

  @Test(
    arguments: [
      ("|", [], ""), ("ad|", [], "ad"), ("add |", ["add"], ""), ("add a|", ["add"], "a"),
      ("add a b|c", ["add", "a"], "b"),
      ("add 'x y|", ["add"], "x y"), ("add 'x |", ["add"], "x "), ("add x\\ |", ["add"], "x "),
      ("add 'x' |", ["add", "x"], ""),
    ] as [(String, [String], String)])
  func `the word reaches to the cursor`(marked: String, preceding: [String], text: String) {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let cursor = WordUnderCursor(before: parts[0], after: parts[1])
    #expect(cursor.preceding.map(\.text) == preceding)
    #expect(cursor.word.text == text)
    #expect(cursor.after == parts[1])
  }

  @Test(
    arguments: [
      // One candidate is put in whole, with a blank behind it; a folder without.
      ("ad|", [Candidate("add")], "add |"), ("add b|", [Candidate("beach.jpg")], "add beach.jpg |"),
      ("add |", [Candidate("beach.jpg")], "add beach.jpg |"),
      ("add p|", [Candidate("photos/", isFinal: false)], "add photos/|"),
      ("add b| c", [Candidate("beach.jpg")], "add beach.jpg| c"),
      ("add b|c", [Candidate("beach.jpg")], "add beach.jpg |c"),
      ("add beach.jpg|", [Candidate("beach.jpg")], "add beach.jpg |"),
      ("add photos/|", [Candidate("photos/", isFinal: false)], "add photos/|"),
      // Several: what they share.
      ("add b|", [Candidate("beach.jpg"), Candidate("bear.jpg")], "add bea|"),
      ("add bea|", [Candidate("beach.jpg"), Candidate("bear.jpg")], "add bea|"),
      ("add |", [Candidate("日本.jpg"), Candidate("日没.jpg")], "add 日|"), ("add x|", [], "add x|"),
      // Found without regard to case.
      ("add BE|", [Candidate("beach.jpg")], "add beach.jpg |"),
      ("add BE|", [Candidate("Beach.jpg"), Candidate("bear.jpg")], "add BE|"),
      // Quoted as it was.
      ("add a|", [Candidate("a b.jpg")], "add a\\ b.jpg |"),
      ("add 'a|", [Candidate("a b.jpg")], "add 'a b.jpg' |"),
      ("add \"a|", [Candidate("a b.jpg")], "add \"a b.jpg\" |"),
      ("add a\\ |", [Candidate("a b.jpg")], "add a\\ b.jpg |"),
      ("add 'a|", [Candidate("a b/", isFinal: false)], "add 'a b/|"),
      ("add 'a|'", [Candidate("a b.jpg")], "add 'a b.jpg|'"),
      ("add 'a |", [Candidate("a b.jpg"), Candidate("a bc.jpg")], "add 'a b|"),
      ("add '|", [Candidate("it's.jpg")], "add 'it'\\''s.jpg' |"),
      ("add i|", [Candidate("it's.jpg")], "add it\\'s.jpg |"),
      ("add x'a|", [Candidate("xa b.jpg")], "add xa\\ b.jpg |"),
      ("add a\\|", [Candidate("a b.jpg")], "add a\\ b.jpg |"),
      // A home folder goes on meaning one.
      ("add ~/P|", [Candidate("~/Pic tures/", isFinal: false)], "add ~/Pic\\ tures/|"),
      ("add |", [Candidate("~odd")], "add \\~odd |"),
      ("add ~/'P|", [Candidate("~/Pic tures/", isFinal: false)], "add ~/Pic\\ tures/|"),
    ] as [(String, [Completion.Candidate], String)])
  func `Tab completes the word`(marked: String, candidates: [Completion.Candidate], line: String) {
    #expect(completed(marked, candidates) == line)
  }

  @Test func `names that are not UTF-8 or look alike are told apart`() {
    var editor = LineEditor(typing: "add ")
    let names = ["\u{E9}1", "e\u{301}1"]
    let completion = Completion(of: editor.wordUnderCursor, with: names.map { Candidate($0) })
    #expect(completion.replacement == nil)
    #expect(completion.choices.count == 2)
    #expect(editor.complete(with: completion) == .bell)
    let raw = Completion(of: editor.wordUnderCursor, with: [Candidate("a\u{10FEFF}")])
    #expect(editor.complete(with: raw) == .edited)
    #expect(LosslessText.bytes(of: editor.line) == Array("add a".utf8) + [0xFF, 0x20])
  }

  @Test func `a completion can be undone`() {
    var editor = LineEditor(typing: "add b")
    _ = editor.complete(
      with: Completion(of: editor.wordUnderCursor, with: [Candidate("beach.jpg")]))
    editor.type("<C-_>")
    #expect(editor.marked == "add b|")
  }

  private func rows(_ labels: [String], columns: Int, limit: Int = 10) -> [String] {
    let candidates = labels.map { Candidate("x\($0)", label: $0) } + [Candidate("y", label: "y")]
    return Completion(of: WordUnderCursor(before: "", after: ""), with: candidates).rows(
      columns: columns, limit: limit)
  }

  @Test func `choices stand in columns that fit the window`() {
    #expect(rows(["a", "bb", "c"], columns: 80) == ["a   bb  c   y"])
    #expect(rows(["a", "bb", "c"], columns: 8) == ["a   c", "bb  y"])
    #expect(rows(["a", "bb", "c"], columns: 3) == ["a", "bb", "c", "y"])
    #expect(rows(["日本", "e\u{301}"], columns: 80) == ["日本  e\u{301}     y"])
    #expect(rows(["a\u{1B}[2J"], columns: 80) == ["a^[[2J  y"])
    #expect(
      rows((1...99).map(String.init), columns: 13, limit: 3) == [
        "1   3   5", "2   4   6", "and 94 more",
      ])
    #expect(rows(["a"], columns: 0, limit: 0) == ["a"])
  }

  @Test func `rows never wrap`() {
    let labels = [
      "a", "日本語日本語", "👩‍👩‍👧", String(repeating: "long ", count: 30), "\u{10FEFF}\u{10FEFF}",
    ]
    for columns in 2...100 {
      for row in rows(labels, columns: columns, limit: 3) {
        #expect(DisplayWidth.columns(of: row) < columns)
      }
    }
  }
}
