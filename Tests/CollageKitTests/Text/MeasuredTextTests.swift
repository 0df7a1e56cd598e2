import PhotoLayouts
import TestSupport
import Testing

@testable import CollageKit
@testable import PhotoCodecs

/// Lines of texts whose characters are all half an em wide.
struct MeasuredTextTests {
  private func text(_ text: String) -> MeasuredText {
    let characters = TextCharacters(text)
    let starts = Set(characters.starts)
    return MeasuredText(
      text, characters,
      characters.scalars.indices.map {
        TextMeasure(advance: starts.contains($0) ? 0.5 : 0, font: 0)
      },
      ellipsisWidth: 0.5)
  }

  /// The lines that fit so many characters.
  private func lines(_ text: String, _ width: Int, atMost count: Int = 2) -> [String] {
    let lines = self.text(text).lines(atMost: count, width: Double(width) / 2)
    return lines.ranges.map { range in
      var line = String.UnicodeScalarView()
      line.append(contentsOf: lines.characters.scalars[range])
      return String(line)
    }
  }

  @Test(arguments: [
    ("Rome", 4, ["Rome"]),
    ("Rome, in the rain", 16, ["Rome, in", "the rain"]),
    ("Rome, in the rain", 9, ["Rome, in", "the rain"]),
    // What doesn't fit is cut off behind as much as fits.
    ("Rome, in the rain", 8, ["Rome, in", "the rain"]),
    ("Rome, in the rain", 7, ["Rome,", "in the\u{2026}"]),
    ("Rome, in the rain of March", 10, ["Rome, in", "the rain\u{2026}"]),
    // A word that is longer than a line is broken anywhere.
    ("Llanfairpwllgwyngyll", 8, ["Llanfair", "pwllgwy\u{2026}"]),
    ("well-known", 8, ["well-", "known"]),
    ("-5 and -6", 6, ["-5 and", "-6"]),
    ("12.5\u{A0}km away", 9, ["12.5\u{A0}km", "away"]),
    (
      "\u{6771}\u{4EAC}\u{306E}\u{96E8}\u{3002}", 4,
      ["\u{6771}\u{4EAC}\u{306E}", "\u{96E8}\u{3002}"]
    ),
    // Not before closing or behind opening punctuation.
    (
      "\u{6771}\u{4EAC}\u{300C}\u{96E8}\u{300D}", 3,
      ["\u{6771}\u{4EAC}", "\u{300C}\u{96E8}\u{300D}"]
    ),
    (
      "\u{0E2A}\u{0E27}\u{0E31}\u{0E2A}\u{0E14}\u{0E35}", 2,
      ["\u{0E2A}\u{0E27}\u{0E31}", "\u{0E2A}\u{0E14}\u{0E35}"]
    ),
    // Thai vowels stay with their consonants, before and behind these.
    ("\u{0E2A}\u{0E1B}\u{0E30}\u{0E2A}", 3, ["\u{0E2A}\u{0E1B}\u{0E30}", "\u{0E2A}"]),
    ("\u{0E2A}\u{0E40}\u{0E17}", 2, ["\u{0E2A}", "\u{0E40}\u{0E17}"]),
    // A family is one character.
    (
      "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} a", 1,
      ["\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "a"]
    ),
    ("a", 0, ["a"]),
  ])
  func `texts are broken as people would`(text: String, width: Int, expected: [String]) {
    #expect(lines(text, width) == expected)
  }

  @Test func `one line is all there is room for`() {
    #expect(lines("Rome, in the rain", 9, atMost: 1) == ["Rome, in\u{2026}"])
  }

  @Test func `no line is wider than its room, whatever the text`() {
    var dice = Dice(5)
    let letters = Array("ab ,.-\u{6771}\u{3002}\u{300C}\u{0E2A}\u{A0}")
    for _ in 0..<2000 {
      let text = String(
        (0..<Int.random(in: 1...40, using: &dice)).map { _ in letters.randomElement(using: &dice)! }
      )
      let width = Int.random(in: 2...20, using: &dice)
      let lines = lines(text, width)
      #expect(
        lines.count <= 2 && lines.allSatisfy { $0.count <= width }, "\(text) in \(width): \(lines)")
      let shown = lines.joined().filter { $0 != " " && $0 != "\u{A0}" }
      let whole = text.filter { $0 != " " && $0 != "\u{A0}" }
      #expect(
        shown == whole || shown.last == "\u{2026}" && whole.hasPrefix(shown.dropLast()),
        "\(text): \(lines)")
    }
  }
}
