@testable import LineEditing
import Testing

struct DisplayTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("e\u{301}\u{302}\u{303}", 1),
    ("日本語", 6), ("ｱｲｳ", 3), ("ＡＢＣ", 6), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("、。", 4),
    // The ends of ranges of wide characters and of joining Hangul letters, and what follows them.
    ("　", 2), ("｠", 2), ("｡", 1), ("\u{1112}\u{11FF}", 2), ("\u{1100}", 2), ("\u{115F}a", 3),
    ("🙂", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("🇩🇪🇫🇷", 4), ("1️⃣", 2), ("⌚", 2), ("🈚", 2),
    ("❤", 1), ("❤\u{FE0F}", 2), ("☺", 1), ("☺\u{FE0F}", 2), ("©", 1), ("©\u{FE0F}", 2), ("❤‍🔥", 2),
    ("\u{301}", 0), ("\u{200B}\u{200D}\u{FEFF}\u{2060}", 0), ("\u{7}\u{1B}\r\n", 0),
    ("кириллица", 9), ("ελ", 2), ("مرحبا", 5), ("שלום", 4), ("क्षि", 3), ("กำ", 2), ("…—▒█", 4),
    ("\u{10FEFF}", 1),
  ])
  func `text takes its columns`(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  @Test(arguments: [
    ("abc", 2, "ab", "bc"), ("abc", 3, "abc", "abc"), ("abc", 0, "", ""), ("abc", -1, "", ""),
    ("日本語", 5, "日本", "本語"),
    ("日本語", 1, "", ""), ("e\u{301}e\u{301}", 1, "e\u{301}", "e\u{301}"), ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧", "👩‍👩‍👧"),
    ("", 4, "", ""),
  ])
  func `text is cut between characters`(text: String, columns: Int, prefix: String, suffix: String)
  {
    #expect(DisplayWidth.prefix(of: text, fitting: columns) == prefix)
    #expect(DisplayWidth.suffix(of: text, fitting: columns) == suffix)
  }

  @Test func `the wide ranges are in order`() {
    for (first, second) in zip(WideRanges.ranges, WideRanges.ranges.dropFirst()) {
      #expect(first.upperBound < second.lowerBound)
    }
    for range in WideRanges.ranges {
      #expect(Unicode.Scalar(range.lowerBound).map(WideRanges.contains) == true)
      #expect(Unicode.Scalar(range.upperBound).map(WideRanges.contains) == true)
    }
    #expect(
      !WideRanges.contains("a") && !WideRanges.contains("\u{10FFFF}")
        && !WideRanges.contains("\u{A4D0}"))
  }

  @Test(arguments: [
    ("a é 日 👩‍👩‍👧", "a é 日 👩‍👩‍👧"), ("\u{0}\u{1B}\u{7F}\u{1F}", "^@^[^?^_"), ("\r\n", "^M^J"),
    ("\u{85}", "\\xc2\\x85"),
    ("\u{10FE80}\u{10FEFF}", "\\x80\\xff"),
    (
      "\u{202E}\u{2066}\u{200B}\u{2028}",
      "\\xe2\\x80\\xae\\xe2\\x81\\xa6\\xe2\\x80\\x8b\\xe2\\x80\\xa8"
    ),
    ("\u{301}a", "\u{25CC}\u{301}a"), ("\u{1B}\u{301}", "^[\u{25CC}\u{301}"),
    ("\u{200D}", "\\xe2\\x80\\x8d"),
    ("a\u{AD}", "a\\xc2\\xad"), ("a\u{200D}b", "a\\xe2\\x80\\x8db"),
    ("a\u{FE0F}", "a\\xef\\xb8\\x8f"),
    ("\u{115F}\u{301}", "\\xe1\\x85\\x9f\u{25CC}\u{301}"), ("می\u{200C}خ", "می\u{200C}خ"),
    ("می\u{200C}", "می\\xe2\\x80\\x8c"),
    ("ᠠ\u{180E}ᠠ", "ᠠ\u{180E}ᠠ"), ("ᠠ\u{180E}", "ᠠ\\xe1\\xa0\\x8e"), ("❤️‍🔥1️⃣", "❤️‍🔥1️⃣"),
  ])
  func `nothing hidden stays hidden`(text: String, shown: String) {
    #expect(VisibleForm.of(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
  }
}

struct LineViewTests {
  private func view(_ before: String, _ after: String = "", prompt: String = "> ", columns: Int)
    -> LineView
  {
    LineView(
      prompt: prompt, clusters: Array(before) + Array(after), cursor: before.count, columns: columns
    )
  }

  @Test(arguments: [
    ("abc", "def", 20, "> abc|def"),
    ("abcdef", "", 9, "> abcdef|"),
    ("abcdefg", "", 9, "> <cdefg|"),
    ("abcdefgh", "", 9, "> <defgh|"),
    ("", "abcdefghij", 9, "> |abcde>"),
    ("a", "bcdefghij", 9, "> a|bcde>"),
    ("abcd", "efghij", 9, "> abcd|e>"),
    ("abcde", "fghij", 9, "> <cde|f>"),
    ("日本語", "", 9, "> 日本語|"),
    ("日本語x", "", 9, "> <本語x|"),
    ("日本", "語日本", 9, "> <本|語>"),
    ("\u{1}\u{2}", "", 9, "> ^A^B|"),
    ("abc", "", 1, "|"), ("abc", "", 0, "|"), ("abc", "def", 2, "|>"), ("abc", "", 2, "<|"),
  ])
  func `a line is shown around its cursor`(before: String, after: String, columns: Int, row: String)
  {
    let view = view(before, after, columns: columns)
    #expect(view.prompt + view.before + "|" + view.after == row)
  }

  @Test(arguments: [
    ("", 10, [""]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "  two"]),
    ("  one two", 7, ["  one", "  two"]), ("one  two three", 9, ["one  two", "  three"]),
    ("日本 日本 日本", 9, ["日本 日本", "  日本"]),
    ("ab a/very/long/path cd", 8, ["ab", "  a/very/long/path", "  cd"]),
  ])
  func `long text is broken between words`(text: String, columns: Int, rows: [String]) {
    #expect(DisplayWidth.rows(of: text, columns: columns, indent: 2) == rows)
  }

  @Test func `a long prompt leaves room for text`() {
    #expect(view("abc", prompt: "a very long prompt> ", columns: 21).prompt == "a very lon")
    #expect(view("abc", prompt: "4 photos> ", columns: 80).prompt == "4 photos> ")
    #expect(view("abc", prompt: "日本語> ", columns: 8) == view("abc", prompt: "日", columns: 8))
  }

  @Test func `what stands on the other side of the cursor is seen as its neighbour`() {
    for columns in [9, 80] {
      let view = view("می\u{200C}", "خ", columns: columns)
      #expect(view.before == "می\u{200C}" && view.after == "خ")
    }
  }

  @Test func `the row never wraps, whatever the window is`() {
    let text = "add 'Große Ferien/日本語 👩‍👩‍👧‍👦.jpg' e\u{301}\u{1B}\u{10FEFF}\u{202E} x"
    let clusters = Array(text)
    for columns in 0...60 {
      for cursor in 0...clusters.count {
        let view = LineView(
          prompt: "2 photos> ", clusters: clusters, cursor: cursor, columns: columns)
        let width = DisplayWidth.columns(of: view.prompt + view.before + view.after)
        #expect(width <= max(columns - 1, 0))
        // The character under the cursor is seen wherever there is room for it.
        if columns > 30, cursor < clusters.count {
          #expect(view.after.hasPrefix(VisibleForm.of(cursor, in: clusters)))
        }
      }
    }
  }

  @Test func `the text stands still while the cursor moves`() {
    let clusters = Array(String(repeating: "0123456789", count: 10))
    var jumps = 0
    var latest = ""
    for cursor in 0...clusters.count {
      let view = LineView(prompt: "> ", clusters: clusters, cursor: cursor, columns: 40)
      if !latest.isEmpty, !view.before.hasPrefix(latest) { jumps += 1 }
      latest = view.before
    }
    #expect((1...8).contains(jumps))
  }
}
