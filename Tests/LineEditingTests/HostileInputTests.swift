@testable import LineEditing
import Testing

/// Random input, the same in every run.
struct HostileInputTests {
  /// Bytes that mean something to a terminal, more often than others.
  private static let pieces: [[UInt8]] =
    (0...255).map { [UInt8($0)] }
    + [
      "\u{1B}", "\u{1B}[", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]", "\u{1B}_G", "\u{1B}P",
      "\u{1B}\\",
      "\u{1B}O", "\u{1B}[M",
      "\u{1B}[<", "\u{1B}[?", ";", "99999999999", "~", "t", "u", "R", "👩‍👩‍👧", "🇩", "e\u{301}",
      "\u{301}",
      "\u{200D}", "\u{FE0F}", "日",
      "\u{1112}", "\u{1161}", "\r\n", "\u{1B}[A", "\u{1B}[B", "\u{1B}[D", "\u{1B}[3~", "\u{1B}b",
      "\u{1B}d",
      "\u{14}", "\u{1F}",
      "\u{17}", "\u{19}", "\u{12}", "a", "'", "\"", "\\", " ",
    ].flatMap { Array(repeating: Array($0.utf8), count: 6) }

  private func bytes(_ count: Int, _ numbers: inout RepeatableNumbers) -> [UInt8] {
    (0..<count).flatMap { _ in Self.pieces.randomElement(using: &numbers)! }
  }

  @Test(arguments: 0..<40)
  func `random bytes give the same keys however they are split`(seed: Int) {
    var numbers = RepeatableNumbers(seed: UInt64(seed))
    let input = bytes(400, &numbers)
    var whole = KeyParser()
    let expected = (whole.feed(input) + whole.flush()).joined
    var piecewise = KeyParser()
    var keys: [Key] = []
    var rest = input[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...9, using: &numbers)
      keys += piecewise.feed(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect((keys + piecewise.flush()).joined == expected)
    #expect(piecewise.timeout == nil)
    for case .text(let text) in keys {
      #expect(
        !text.isEmpty && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
    }
  }

  @Test(arguments: 0..<40)
  func `random keys leave a sound line`(seed: Int) {
    var numbers = RepeatableNumbers(seed: UInt64(1000 + seed))
    var parser = KeyParser()
    var editor = LineEditor(history: History(["add 'a b.jpg'", "🇩🇪🇫🇷", "e\u{301}"]))
    for _ in 0..<300 {
      var keys = parser.feed(bytes(2, &numbers))
      if Int.random(in: 0..<20, using: &numbers) == 0 { keys += parser.flush() }
      for key in keys {
        let before = (editor.line, editor.cursor)
        let outcome = editor.apply(key)
        check(editor)
        if outcome == .ignored || outcome == .bell || outcome == .redraw || outcome == .suspend {
          #expect((editor.line, editor.cursor) == before)
        }
        if outcome == .complete { complete(&editor) }
      }
      let columns = Int.random(in: 0...40, using: &numbers)
      let view = editor.view(prompt: "2 photos> ", columns: columns)
      let row = view.prompt + view.before + view.after
      #expect(DisplayWidth.columns(of: row) <= max(columns - 1, 0))
      #expect(!row.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }

  private func check(_ editor: LineEditor) {
    let line = editor.line
    #expect(editor.content.clusters.map(\.utf8.count) == line.map(\.utf8.count))
    #expect(editor.content.byteCount == line.utf8.count)
    #expect((0...line.count).contains(editor.cursor))
  }

  private func complete(_ editor: inout LineEditor) {
    let word = editor.wordUnderCursor
    let candidate = Completion.Candidate(word.word.text + "x y")
    #expect(editor.complete(with: Completion(of: word, with: [candidate])) == .edited)
    check(editor)
    let words = ShellWords.split(
      String(editor.line.unicodeScalars.dropLast(word.after.unicodeScalars.count)))
    #expect(words.contains { $0.text == candidate.text })
  }

  @Test(arguments: 0..<20)
  func `every change can be undone`(seed: Int) {
    var numbers = RepeatableNumbers(seed: UInt64(2000 + seed))
    let keys: [Key] =
      ["🇩", "🇪", "e", "\u{301}", " ", "👩", "\u{200D}", "日", "\u{1161}"].map { .text($0) }
      + [
        .named(.backspace), .named(.delete), .named(.left), .named(.left), .control("k"),
        .control("y"),
        .control("t"),
        .alt("b"), .alt("d"), .alt("u"), .control("w"), .paste("a\u{301}\r\n🇫"),
      ]
    var editor = LineEditor()
    for _ in 0..<150 { _ = editor.apply(keys.randomElement(using: &numbers)!) }
    let typed = editor.line
    var steps = 0
    while editor.apply(.control("_")) == .edited {
      check(editor)
      steps += 1
    }
    #expect(editor.line.isEmpty && steps > 0 && steps <= 150 && typed.count >= 0)
  }

  @Test func `any text can be split into words`() {
    var numbers = RepeatableNumbers(seed: 3)
    for _ in 0..<2000 {
      let line = LosslessText.text(of: bytes(12, &numbers))
      for word in ShellWords.split(line) {
        #expect(
          line.unicodeScalars[word.range].count >= word.text.unicodeScalars.count || word.isFileURL)
      }
    }
  }

  @Test func `any bytes are text and bytes again`() {
    var numbers = RepeatableNumbers(seed: 4)
    for _ in 0..<2000 {
      let bytes = bytes(6, &numbers)
      #expect(LosslessText.bytes(of: LosslessText.text(of: bytes)) == bytes)
    }
    let carrier = Array("\u{10FEFF}".utf8)
    #expect(LosslessText.text(of: carrier).unicodeScalars.count == 4)
    #expect(LosslessText.bytes(of: LosslessText.text(of: carrier)) == carrier)
    #expect(LosslessText.text(of: "a é 日 🙂".utf8) == "a é 日 🙂")
  }
}
