import Testing

@testable import LineEditing

struct KeyParserTests {
  private func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    var parser = KeyParser()
    return parser.feed(bytes) + parser.flush()
  }

  @Test(
    arguments: [
      // Text.
      ("abc", [.text("abc")]),
      ("zażółć 日本 👩‍👩‍👧", [.text("zażółć 日本 👩‍👩‍👧")]),
      // Control characters.
      ("a\u{1}b", [.text("a"), .control("a"), .text("b")]),
      (
        "\u{0}\u{1A}\u{1C}\u{1D}\u{1E}\u{1F}", ["@", "z", "\\", "]", "^", "_"].map { .control($0) }
      ),
      (
        "\r\n\t\u{8}\u{7F}", [.enter, .enter, .named(.tab), .named(.backspace), .named(.backspace)]
      ),
      // Alt.
      ("\u{1B}b\u{1B}D\u{1B}<", [.alt("b"), .alt("D"), .alt("<")]),
      ("\u{1B}é\u{1B}日", [.alt("é"), .alt("日")]),
      ("\u{1B}\u{7F}\u{1B}\u{8}", [.named(.backspace, .alt), .named(.backspace, .alt)]),
      ("\u{1B}\r", [.named(.enter, .alt)]),
      ("\u{1B}\u{3}", [.named(.escape), .control("c")]),
      ("\u{1B}", [.named(.escape)]),
      ("\u{1B}\u{1B}", [.named(.escape), .named(.escape)]),
      ("\u{1B}\u{1B}\u{1B}[A", [.named(.escape), .named(.up, .alt)]),
      ("\u{1B}\u{1B}b", [.named(.escape), .alt("b")]),
      ("\u{1B}[", [.alt("[")]),
      ("\u{1B}O", [.alt("O")]),
      ("\u{1B}]", [.alt("]")]),
      ("\u{1B}P", [.alt("P")]),
      ("\u{1B}_", [.alt("_")]),
      // Keys with names, as the terminals send them.
      (
        "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D",
        [.named(.up), .named(.down), .named(.right), .named(.left)]
      ),
      (
        "\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD",
        [.named(.up), .named(.down), .named(.right), .named(.left)]
      ),
      ("\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~", Array(repeating: .named(.home), count: 4)),
      ("\u{1B}[F\u{1B}OF\u{1B}[4~\u{1B}[8~", Array(repeating: .named(.end), count: 4)),
      (
        "\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~",
        [.named(.insert), .named(.delete), .named(.pageUp), .named(.pageDown)]
      ),
      (
        "\u{1B}[1;5C\u{1B}[1;3D\u{1B}[1;2H",
        [.named(.right, .control), .named(.left, .alt), .named(.home, .shift)]
      ),
      (
        "\u{1B}[3;5~\u{1B}[1;8A",
        [.named(.delete, .control), .named(.up, [.shift, .alt, .control])]
      ),
      (
        "\u{1B}\u{1B}[D\u{1B}Od\u{1B}[d\u{1B}[3^\u{1B}[3$",
        [
          .named(.left, .alt), .named(.left, .control), .named(.left, .shift),
          .named(.delete, .control),
          .named(.delete, .shift),
        ]
      ),
      ("\u{1B}[Z", [.named(.tab, .shift)]),
      (
        (["11", "12", "13", "14", "15", "17", "18", "19", "20", "21", "23", "24"]).map {
          "\u{1B}[\($0)~"
        }.joined(), (1...12).map { .named(.function($0)) }
      ),
      ("\u{1B}OP\u{1B}[15~\u{1B}[24~\u{1B}[[C", [1, 5, 12, 3].map { .named(.function($0)) }),
      ("\u{1B}OM\u{1B}Op\u{1B}Oy\u{1B}Ok", [.enter, .text("0"), .text("9"), .text("+")]),
      (
        "\u{1B}[27;5;97~\u{1B}[97;5u\u{1B}[13;2u\u{1B}[97;2:1u",
        [
          .control("a"), .control("a"), .named(.enter, .shift), .text("a"),
        ]
      ),
      // Pastes.
      ("\u{1B}[200~a b\u{1B}[201~c", [.paste("a b"), .text("c")]),
      ("\u{1B}[200~a\rb\nc\r\nd\u{3}\u{1B}[A\u{1B}[201~", [.paste("a\rb\nc\r\nd\u{3}\u{1B}[A")]),
      ("\u{1B}[200~\u{1B}[201~x", [.text("x")]),
      ("\u{1B}[200~lost end", [.paste("lost end")]),
      ("\u{1B}[201~x", [.text("x")]),
      // Answers of the terminal.
      ("\u{1B}_Gi=31;OK\u{1B}\\x", [.reply(.kittyGraphics(ok: true)), .text("x")]),
      ("\u{1B}_Gi=31;ENOENT:no\u{1B}\\", [.reply(.kittyGraphics(ok: false))]),
      ("\u{1B}_other\u{1B}\\", [.reply(.other)]),
      ("\u{1B}[?62;4;22c", [.reply(.deviceAttributes([62, 4, 22]))]),
      ("\u{1B}[>1;10;0c", [.reply(.other)]),
      (
        "\u{1B}[6;18;9t\u{1B}[4;600;800t",
        [
          .reply(.cellSize(height: 18, width: 9)), .reply(.other),
        ]
      ),
      ("\u{1B}[6;0;0t\u{1B}[8;24;80t\u{1B}[6t", [.reply(.other), .reply(.other), .reply(.other)]),
      ("\u{1B}[12;40R", [.reply(.cursorPosition(row: 12, column: 40))]),
      (
        "\u{1B}]11;rgb:0000/0000/0000\u{7}x\u{1B}]11;rgb:f/f/f\u{1B}\\y",
        [
          .reply(.background(brightness: 0)), .text("x"), .reply(.background(brightness: 1)),
          .text("y"),
        ]
      ),
      (
        "\u{1B}]11;rgb:0/0/g\u{7}\u{1B}]10;rgb:0/0/0\u{7}\u{1B}]11;rgb:00000/0/0\u{7}\u{1B}]11;#fff\u{7}",
        Array(repeating: .reply(.other), count: 4)
      ),
      (
        "\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[?2026;2$y\u{1B}[0n\u{1B}[?1u\u{1B}P1$r0m\u{1B}\\",
        [.reply(.version("kitty(0.26.5)"))] + Array(repeating: .reply(.other), count: 4)
      ),
      // What concerns nobody, and garbage.
      (
        "\u{1B}[I\u{1B}[O\u{1B}[<0;3;4M\u{1B}[<0;3;4m\u{1B}[M !!x\u{1B}[99~\u{1B}[57399u",
        [
          .mouse(MouseEvent(action: .press, row: 3, column: 2)),
          .mouse(MouseEvent(action: .release, row: 3, column: 2)), .text("x"),
        ]
      ),
      ("\u{1B}[12\u{1B}[Ax", [.named(.up), .text("x")]),
      ("\u{1B}[12\u{3}", [.control("c")]),
      ("\u{1B}]52;no end\rx", [.enter, .text("x")]),
      ("\u{1B}_no end\u{1B}[A", [.named(.up)]),
      ("\u{1B}[99999999999999999999999999;5C", [.named(.right, .control)]),
    ] as [(String, [Key])])
  func `bytes make keys, however they are split`(input: String, expected: [Key]) {
    #expect(keys(input.utf8) == expected)

    let bytes = Array(input.utf8)
    var bytewise = KeyParser()
    #expect((bytes.flatMap { bytewise.feed([$0]) } + bytewise.flush()).joined == expected.joined)
    for cut in bytes.indices {
      var parser = KeyParser()
      let keys = parser.feed(bytes[..<cut]) + parser.feed(bytes[cut...]) + parser.flush()
      #expect(keys.joined == expected.joined, "cut after \(cut) bytes")
    }
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], "a\u{10FEFF}b"),
      ([0xC3, 0x28], "\u{10FEC3}("),
      ([0xE2, 0x82], "\u{10FEE2}\u{10FE82}"),
      ([0xF0, 0x9F, 0x98, 0xF0, 0x9F, 0x98, 0x80], "\u{10FEF0}\u{10FE9F}\u{10FE98}😀"),
    ] as [([UInt8], String)])
  func `bytes that are not UTF-8 survive`(bytes: [UInt8], text: String) {
    #expect(keys(bytes).joined == [.text(text)])
    #expect(LosslessText.bytes(of: text) == bytes)
  }

  @Test func `a character waits for its rest`() {
    var parser = KeyParser()
    #expect(parser.feed([0x61, 0xF0, 0x9F]) == [.text("a")])
    #expect(parser.timeout != nil)
    #expect(parser.feed([0x98]) == [])
    #expect(parser.feed([0x80]) == [.text("😀")])
    #expect(parser.timeout == nil)
  }

  @Test func `only what is incomplete waits`() {
    for (input, timeout) in [
      ("", nil), ("a", nil), ("\u{1B}[A", nil), ("\u{1B}", .milliseconds(50)),
      ("\u{1B}[", .milliseconds(50)),
      ("\u{1B}[1;", .milliseconds(500)), ("\u{1B}_", .milliseconds(50)), ("\u{1B}_G", .seconds(1)),
      ("\u{1B}[200~a", .seconds(3)),
    ] as [(String, Duration?)] {
      var parser = KeyParser()
      _ = parser.feed(input.utf8)
      #expect(parser.timeout == timeout, "\(input.debugDescription)")
      _ = parser.flush()
      #expect(parser.timeout == nil)
      #expect(parser.feed("x".utf8) == [.text("x")])
    }
  }

  @Test func `a long paste comes in parts, with no character cut`() {
    let text = String(repeating: "日本", count: KeyParser.maxPasteBytes / 3)
    var parser = KeyParser()
    let keys = parser.feed("\u{1B}[200~\(text)\u{1B}[201~x".utf8)
    #expect(keys.count == 3)
    #expect(keys.joined == [.paste(text), .text("x")])
  }

  @Test func `an endless answer is not kept`() {
    var parser = KeyParser()
    #expect(parser.feed("\u{1B}_G".utf8) == [])
    for _ in 0..<20 {
      #expect(parser.feed(Array(repeating: UInt8(ascii: "a"), count: 1 << 14)) == [])
    }
    #expect(parser.feed("\u{3}".utf8) == [.control("c")])
  }
}

extension Key {
  fileprivate static var enter: Key { .named(.enter) }
}

extension [Key] {
  /// With text that follows text, and paste that follows paste, put together.
  var joined: [Key] {
    reduce(into: []) { keys, key in
      switch (keys.last, key) {
      case (.text(let first), .text(let second)): keys[keys.count - 1] = .text(first + second)
      case (.paste(let first), .paste(let second)): keys[keys.count - 1] = .paste(first + second)
      default: keys.append(key)
      }
    }
  }
}
