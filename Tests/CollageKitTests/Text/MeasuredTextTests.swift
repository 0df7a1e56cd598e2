import PhotoLayouts
import TestSupport
import Testing

@testable import CollageKit
@testable import PhotoCodecs

/// Lines of texts whose characters are all half an em wide.
struct MeasuredTextTests {
  private func lines(
    _ text: String, _ width: Int, atMost count: Int = 3, isName: Bool = false
  ) -> MeasuredText.Lines {
    measured(text, isName: isName).lines(atMost: count, width: Double(width) / 2)
  }

  private func measured(_ text: String, isName: Bool) -> MeasuredText {
    let characters = TextCharacters(text)
    let starts = Set(characters.starts)
    return MeasuredText(
      text, characters,
      characters.scalars.indices.map {
        TextMeasure(advance: starts.contains($0) ? 0.5 : 0, font: 0)
      },
      joiners: JoinerWidths(ellipsis: 0.5, hyphen: 0.5), isName: isName)
  }

  @Test(arguments: [
    ("IMG_4107.jpg", 12, "IMG_4107.jpg"), ("IMG_4107.jpg", 11, "IMG_4\u{2026}7.jpg"),
    ("IMG_4107.jpg", 4, "I\u{2026}pg"), ("1  Rome at night.jpg", 10, "1  R\u{2026}t.jpg"),
  ])
  func `a name that isn't made smaller loses its middle`(
    name: String, width: Int, shown: String
  ) {
    let lines = measured(name, isName: true).nameLine(width: Double(width) / 2, scale: 1)
    #expect(texts(lines) == [shown] && lines.scale == 1)
    #expect(lines.isCut == (shown != name) && lines.width <= Double(width) / 2)
  }

  private func texts(_ lines: MeasuredText.Lines) -> [String] {
    lines.ranges.map { range in
      var line = String.UnicodeScalarView()
      line.append(contentsOf: lines.characters.scalars[range])
      return String(line)
    }
  }

  private static let cases: [(text: String, width: Int, lines: [String], scale: Double)] = [
    ("Rome", 4, ["Rome"], 1.0),
    // First the text becomes smaller, then it takes more lines, as large as these allow.
    ("Rome, in the rain", 11, ["Rome, in the rain"], 0.647059),
    ("Rome, in the rain", 9, ["Rome, in", "the rain"], 1.0),
    ("Rome, in the rain", 7, ["Rome, in", "the rain"], 0.875),
    ("Rome, in the rain of March", 6, ["Rome, in", "the rain", "of March"], 0.7),
    // Then long words are broken, and only then is anything lost.
    ("Llanfairpwllgwyngyll", 8, ["Llanfairpwll-", "gwyngyll"], 0.6),
    ("Llanfairpwllgwyngyll", 3, ["Llan-", "fair-", "pwll\u{2026}"], 0.6),
    ("well-known", 4, ["well-", "known"], 0.8),
    // Nothing is missing, so there is no ellipsis; a number has no hyphen.
    ("23018877", 3, ["23018", "877"], 0.6),
    ("-5 and -6", 4, ["-5 and", "-6"], 0.666667),
    ("12.5\u{A0}km away", 5, ["12.5\u{A0}km", "away"], 0.714286),
    (
      "\u{6771}\u{4EAC}\u{306E}\u{96E8}\u{3002}", 2,
      ["\u{6771}\u{4EAC}\u{306E}", "\u{96E8}\u{3002}"], 0.666667
    ),
    // Not before closing or behind opening punctuation.
    (
      "\u{6771}\u{4EAC}\u{300C}\u{96E8}\u{300D}", 2,
      ["\u{6771}\u{4EAC}", "\u{300C}\u{96E8}\u{300D}"], 0.666667
    ),
    // Thai vowels stay with their consonants, before and behind these.
    ("\u{0E2A}\u{0E1B}\u{0E30}\u{0E2A}", 2, ["\u{0E2A}\u{0E1B}\u{0E30}", "\u{0E2A}"], 0.666667),
    ("\u{0E2A}\u{0E40}\u{0E17}", 1, ["\u{0E2A}", "\u{0E40}", "\u{0E17}"], 0.6),
    // A family is one character.
    (
      "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} a", 1,
      ["\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "a"], 1.0
    ),
    ("a", 0, ["a"], 0.6),
  ]

  @Test(arguments: cases)
  func `a text becomes smaller, then takes more lines, then breaks words, and only then is cut`(
    text: String, width: Int, expected: [String], scale: Double
  ) {
    let lines = lines(text, width)
    #expect(texts(lines) == expected)
    #expect(abs(lines.scale - scale) < 1e-5)
    #expect(lines.isCut == expected.contains { $0.hasSuffix("\u{2026}") })
  }

  @Test func `one line is all there is room for`() {
    #expect(texts(lines("Rome, in the rain", 6, atMost: 1)) == ["Rome, in\u{2026}"])
  }

  @Test func `names of files are shortened in the middle, without hyphens`() {
    let name = "IMG_20240102_184523_edited.jpg"
    #expect(
      texts(lines(name, 6, isName: true)) == ["IMG_202401", "02_184523_", "edited.jpg"])
    let cut = lines(name, 4, isName: true)
    #expect(cut.isCut && texts(cut) == ["IMG_20", "240102", "\u{2026}d.jpg"])
    #expect(texts(lines(name, 8, atMost: 1, isName: true)) == ["IMG_20\u{2026}ed.jpg"])
  }

  @Test func `no line is wider than its room, and only what is cut is missing`() {
    var dice = Dice(5)
    let letters = Array("ab ,.-\u{6771}\u{3002}\u{300C}\u{0E2A}\u{A0}")
    func bare(_ text: String) -> String { text.filter { !" -\u{A0}".contains($0) } }
    for _ in 0..<2000 {
      let text = String(
        (0..<Int.random(in: 1...40, using: &dice)).map { _ in letters.randomElement(using: &dice)! }
      )
      let width = Int.random(in: 2...20, using: &dice)
      let count = Int.random(in: 1...3, using: &dice)
      let lines = lines(text, width, atMost: count)
      let shown = texts(lines)
      #expect(
        shown.count <= count
          && shown.allSatisfy { Double($0.count) * lines.scale <= Double(width) + 1e-6 }
          && (0.6...1).contains(lines.scale), "\(text) in \(width): \(shown)")
      let all = bare(shown.joined())
      #expect(
        lines.isCut
          ? all.last == "\u{2026}" && bare(text).hasPrefix(all.dropLast()) : all == bare(text),
        "\(text): \(shown)")
    }
  }
}
