import Files
import SystemPackage
import Testing

@testable import CollageKit

@Suite struct DisplayedPathTests {
  @Test(arguments: [
    ("plain.jpg", "plain.jpg"), ("mit Leerzeichen.jpg", "mit Leerzeichen.jpg"),
    ("Grüße/漢字 😀.png", "Grüße/漢字 😀.png"),
    ("e\u{301}.jpg", "e\u{301}.jpg"),
    ("\u{1F468}\u{200D}\u{1F469}.png", "\u{1F468}\u{200D}\u{1F469}.png"),
    ("a\nb", "a\\x0ab"), ("a\tb\r", "a\\x09b\\x0d"), ("\u{1B}[31m", "\\x1b[31m"),
    ("\u{7F}", "\\x7f"),
    ("\u{9B}31m", "\\xc2\\x9b31m"), ("\u{202E}gpj", "\\xe2\\x80\\xaegpj"),
    ("\u{2066}x", "\\xe2\\x81\\xa6x"),
    ("a\u{2028}b", "a\\xe2\\x80\\xa8b"),
  ])
  func `text is shown as it is, but nothing that a terminal obeys`(path: String, shown: String) {
    #expect(FilePath(path).displayed == shown)
  }

  @Test func `of a path that no file can have the beginning is shown, and no character in part`() {
    #expect(FilePath(String(repeating: "a/", count: 2000)).displayed.count == 3999)
    #expect(FilePath("a/" + String(repeating: "x", count: 765)).displayed.count == 767)
    #expect(FilePath("a/" + String(repeating: "x", count: 766)).displayed.count == 81)
    for (name, start) in [("x", "x"), ("\n", "\\x0a"), ("é", "é"), ("😀", "😀")] {
      let path = FilePath(String(repeating: name, count: 100_000))
      #expect(path.displayed == String(repeating: start, count: 80) + "…")
    }
    #expect(
      [UInt8](repeating: 0xFF, count: 81).abridged == String(repeating: "\\xff", count: 80) + "…")
    #expect([UInt8](repeating: 0xFF, count: 80).abridged == String(repeating: "\\xff", count: 80))
  }

  @Test(arguments: [0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF] as [UInt32])
  func `a code point that is no character is shown as bytes`(value: UInt32) throws {
    let bytes = Array("a\(Character(try #require(Unicode.Scalar(value))))".utf8)
    let shown = bytes.dropFirst().map { "\\x" + String($0, radix: 16) }.joined()
    #expect(FilePath(bytes: bytes).displayed == "a" + shown)
  }

  @Test(arguments: [
    // Zero-width spaces and joiners, word joiner, byte order mark, soft hyphen, grapheme joiner.
    "a\u{200B}b", "a\u{200C}b", "a\u{200D}b", "a\u{2060}b", "\u{FEFF}ab", "a\u{AD}b", "a\u{34F}b",
    "a\u{2064}b",
    // Hangul fillers, Khmer's unwritten vowels, marks of annotations and of music.
    "a\u{3164}b", "a\u{FFA0}b", "\u{115F}b", "a\u{1160}b", "a\u{17B4}b", "a\u{FFF9}b",
    "a\u{1D173}b",
    // Tags, and selectors without their base.
    "a\u{E0001}b", "a\u{E0041}b", "a\u{FE0F}b", "1\u{FE0F}", "a\u{E0100}b", "❤\u{FE0F}\u{FE0F}",
    "é\u{FE00}",
    "a\u{180B}b", "a\u{180E}b", "\u{E0FFF}", "\u{18B0}\u{180B}",
    // Joiners that join nothing.
    "👩\u{200D}", "👩\u{200D}a", "\u{200D}👩", "م\u{200C}", "م\u{200D}م", "m\u{200C}م", "क\u{200D}ष",
    "a👩\u{FE0F}\u{200D}b",
    "क\u{94D}\u{200C}", "क\u{94D}\u{200D}\u{200D}ष",
    // Tags after a flag that are no flag, or more than that.
    "🏴\u{E0061}", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\u{E007F}",
    "🏴\u{E0067}\u{E0062}\u{E0061}\u{E0062}\u{E0063}\u{E007F}",
  ])
  func `what hides in a name is shown, so that it looks like no other`(path: String) {
    let shown = FilePath(path).displayed
    #expect(shown.contains("\\x"), "\(shown)")
    #expect(Array(FilePath(shown).displayed.unicodeScalars) == Array(shown.unicodeScalars))
    #expect(shown.unicodeScalars.count { !$0.isASCII } < path.unicodeScalars.count { !$0.isASCII })
  }

  @Test(arguments: [
    // The last of the Mongolian letters, with a selector.
    "\u{18AA}\u{180B}",
    // Emoji of several, with selectors, skin, keycaps, and flags.
    "👩‍👩‍👧‍👦", "👩🏽‍🚀", "❤️‍🔥", "👩‍❤️‍👩", "🏳️‍🌈", "🏴‍☠️", "1️⃣#️⃣", "❤︎❤️©️", "👁️‍🗨️", "🇩🇪",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "a🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}b",
    // Persian, with and without vowels; an abbreviation; Syriac; Mongolian with its separator and
    // selector.
    "می\u{200C}خواهم", "کارِ\u{200C}ها", "ه\u{200D}.ش", "ܒ\u{200C}ܒ", "ᠠᠨ\u{180B}\u{180E}ᠠ",
    // Conjuncts of Devanagari, Sinhala, Bengali and Malayalam; one that is kept apart.
    "क\u{94D}\u{200D}ष", "क\u{94D}\u{200C}ष", "ශ\u{DCA}\u{200D}රී", "র\u{200D}\u{9CD}য",
    "ന\u{D4D}\u{200D}",
    // Variants of ideographs, of an operator, of a Myanmar letter.
    "葛\u{E0100}城", "﨑\u{FE00}", "∩\u{FE00}", "\u{1000}\u{FE00}",
    // Signs of numbers, of the same kind as invisible ones, but seen.
    "\u{600}٣", "\u{6DD}٣",
  ])
  func `what belongs to an emoji or to a script is shown as it is`(path: String) {
    #expect(FilePath(path).displayed == path)
  }

  @Test(
    arguments: [
      ([0xFF], "\\xff"), ([0x61, 0xE9, 0x62], "a\\xe9b"), ([0xC3], "\\xc3"),
      ([0xC3, 0x28], "\\xc3("),
      ([0xE2, 0x82, 0x61], "\\xe2\\x82a"), ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"),
      ([0xC0, 0xAF], "\\xc0\\xaf"),
      ([0xF4, 0x90, 0x80, 0x80], "\\xf4\\x90\\x80\\x80"), ([0x80, 0xC3, 0xA4], "\\x80ä"),
    ] as [([UInt8], String)])
  func `bytes that are not UTF-8 are shown one by one`(bytes: [UInt8], shown: String) {
    #expect(FilePath(bytes: bytes).displayed == shown)
    #expect(bytes.displayed == shown)
  }

  @Test func `a path has the bytes that it was made of`() {
    let bytes = (1...255).map { UInt8($0) }.filter { $0 != UInt8(ascii: "/") }
    #expect(FilePath(bytes: bytes).bytes == bytes)
    #expect(FilePath(bytes: []).bytes == [])
  }

  @Test func `whatever the bytes, what is shown is one line without orders`() {
    for first in 1...255 {
      for second in [0x0A, 0x1B, 0x61, 0x80, 0x9B, 0xA0, 0xBF, 0xC2, 0xFF] {
        let shown = [UInt8(first), UInt8(second)].displayed
        #expect(
          shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      }
    }
  }
}
