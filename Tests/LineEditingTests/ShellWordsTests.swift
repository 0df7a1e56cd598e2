import LineEditing
import TestSupport
import Testing

struct ShellWordsTests {
  @Test(
    arguments: [
      ("", []), ("   \t ", []), ("add a.jpg  b.jpg", ["add", "a.jpg", "b.jpg"]),
      ("a\nb\r\nc", ["a", "b", "c"]),
      ("'a b' \"c d\" e\\ f", ["a b", "c d", "e f"]), ("a'b c'd\"e f\"g", ["ab cde fg"]),
      ("'' \"\"", ["", ""]),
      ("'it'\\''s'", ["it's"]), ("\"a\\\"b\\\\c\\d\\$e\\`\"", ["a\"b\\c\\d$e`"]),
      ("'a\\b'", ["a\\b"]),
      ("\\a\\'\\\"", ["a'\""]),
      ("a\\\nb \"c\\\nd\"", ["ab", "cd"]), ("日本\\ 語 '👩‍👩‍👧 é'", ["日本 語", "👩‍👩‍👧 é"]),
      // Quotes that no end or nothing follows.
      ("'a b", ["a b"]), ("\"a b", ["a b"]), ("a\\", ["a"]), ("\"a\\", ["a"]),
      ("add '", ["add", ""]),
      // A blank or a quote that an accent has joined is one all the same.
      ("a \u{301}b", ["a", "\u{301}b"]), ("'\u{301}a b'", ["\u{301}a b"]),
    ] as [(String, [String])])
  func `a line is split as by a shell`(line: String, words: [String]) {
    #expect(ShellWords.split(line).map(\.text) == words)
  }

  @Test(
    arguments: [
      ("a", nil), ("'a", .single), ("a'b'", nil), ("\"a", .double), ("a\\", .backslash),
      ("\"a\\", .backslash), ("'a\"", .single),
      ("\"it's", .double), ("'a'\"b", .double),
    ] as [(String, ShellWord.Quote?)])
  func `a quote without an end is known`(line: String, quote: ShellWord.Quote?) {
    #expect(ShellWords.split(line).map(\.openQuote) == [quote])
  }

  @Test func `a word knows where it is`() {
    let line = " add 'a b'\\ c \"d"
    #expect(ShellWords.split(line).map { line[$0.range] } == ["add", "'a b'\\ c", "\"d"])
  }

  @Test(arguments: [
    ("*.jpg", "*.jpg", true, false), ("'*'.jpg", "\\*.jpg", false, false),
    ("\\*.jpg", "\\*.jpg", false, false),
    ("'a b'/[12]?.png", "a b/[12]?.png", true, false), ("\"a\\\\b\"*", "a\\\\b*", true, false),
    ("~/a", "~/a", false, true), ("'~'/a", "~/a", false, false), ("\\~/a", "~/a", false, false),
    ("''~/a", "~/a", false, false),
    ("a~", "a~", false, false), ("~", "~", false, true), ("file:///a*", "file:///a*", false, false),
  ])
  func `quoted characters are no pattern`(
    raw: String, pattern: String, isPattern: Bool, startsWithTilde: Bool
  ) throws {
    let word = try #require(ShellWords.split(raw).first)
    #expect(word.pattern == pattern)
    #expect(word.isPattern == isPattern)
    #expect(word.startsWithTilde == startsWithTilde)
  }

  @Test(arguments: [
    ("file:///home/me/a%20b%C3%A9.jpg", "/home/me/a bé.jpg"), ("file://localhost/a", "/a"),
    ("FILE:///a", "/a"),
    ("file:///a%FFb", "/a\u{10FEFF}b"), ("file:///100%", "/100%"), ("file:///%zz%4", "/%zz%4"),
    ("file:///a%2Fb", "/a/b"),
    ("file:///a\\ b", "/a b"),
    // No URL of this machine, or not meant as one.
    ("file://elsewhere/a", "file://elsewhere/a"), ("file:///a%00b", "file:///a%00b"),
    ("file:/a", "file:/a"),
    ("file://", "file://"), ("'file:///a%20b'", "file:///a%20b"),
    ("\\file:///a%20b", "file:///a%20b"),
    ("./file:///a%20b", "./file:///a%20b"),
    ("'/home/me/a b.jpg'", "/home/me/a b.jpg"), ("/home/me/a\\ b.jpg", "/home/me/a b.jpg"),
    ("a%20b", "a%20b"),
  ])
  func `what is dropped on the terminal is a file name`(raw: String, name: String) {
    #expect(ShellWords.split(raw).map(\.fileName) == [name])
  }

  @Test(arguments: [
    ("a.jpg", "'a.jpg'", "a.jpg", "\"a.jpg\""),
    ("a b.jpg", "'a b.jpg'", "a\\ b.jpg", "\"a b.jpg\""),
    ("it's", "'it'\\''s'", "it\\'s", "\"it's\""), ("", "''", "''", "\"\""),
    ("~a", "'~a'", "\\~a", "\"~a\""),
    ("a\"$`\\", "'a\"$`\\'", "a\\\"\\$\\`\\\\", "\"a\\\"\\$\\`\\\\\""),
    ("日本.jpg", "'日本.jpg'", "日本.jpg", "\"日本.jpg\""),
    ("file:///a", "'file:///a'", "\\file:///a", "\"file:///a\""), ("#1", "'#1'", "\\#1", "\"#1\""),
    ("a\nb", "'a\nb'", "a'\n'b", "\"a\nb\""),
  ])
  func `a name is quoted in each way`(
    name: String, single: String, escaped: String, doubled: String
  ) {
    #expect(ShellWords.quoted(name, as: .single) == single)
    #expect(ShellWords.quoted(name, as: .backslash) == escaped)
    #expect(ShellWords.quoted(name, as: .double) == doubled)
  }

  @Test func `every name comes out of its quotes unchanged`() {
    var numbers = RepeatableNumbers(seed: 1)
    let pieces: [Unicode.Scalar] = Array(
      "ab '\"\\\n\r\t~*?[]#$`!&%file:/é日👩\u{200D}\u{301}\u{1B}\0\u{10FEFF}".unicodeScalars)
    for _ in 0..<5000 {
      let length = Int.random(in: 0...12, using: &numbers)
      var name = String(
        String.UnicodeScalarView((0..<length).map { _ in pieces.randomElement(using: &numbers)! }))
      if Bool.random(using: &numbers) { name = "file://" + name }
      for quoted in [
        ShellWords.quoted(name, as: .single), ShellWords.quoted(name, as: .double),
        ShellWords.quoted(name, as: .backslash),
      ] {
        let words = ShellWords.split("add \(quoted) b")
        #expect(
          words.map { Array($0.fileName.unicodeScalars) }
            == ["add", name, "b"].map { Array($0.unicodeScalars) })
        #expect(words.allSatisfy { !$0.isPattern && !$0.startsWithTilde && $0.openQuote == nil })
      }
    }
  }

  @Test(arguments: [
    ("add a", ["add a"]), ("a\nb", ["a", "b"]), ("a\n\nb", ["a", "", "b"]),
    ("'a\nb' c\nd", ["'a\nb' c", "d"]),
    ("a\\\nb\nc", ["a\\\nb", "c"]), ("it's\nb", ["it's", "b"]), ("", [""]), ("a\rb", ["a", "b"]),
  ])
  func `a text is lines, except in quotes that are closed`(text: String, lines: [String]) {
    #expect(ShellWords.lines(of: text) == lines)
  }

  @Test func `long words and many lines take time that grows with them`() {
    let areWordsLinear = Growth.isLinear(upTo: 300_000) { count in
      let word = String(repeating: "x", count: count)
      return Growth.threadSeconds {
        #expect(ShellWords.split("a \(word)").map(\.text) == ["a", word])
      }
    }
    #expect(areWordsLinear)
    let areLinesLinear = Growth.isLinear(upTo: 20_000) { count in
      let lines = Array(repeating: "add 'a b'", count: count)
      return Growth.threadSeconds {
        #expect(ShellWords.lines(of: lines.joined(separator: "\n")) == lines)
      }
    }
    #expect(areLinesLinear)
  }
}
