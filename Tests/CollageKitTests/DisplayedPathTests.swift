import SystemPackage
import Testing

@testable import CollageKit

@Suite struct DisplayedPathTests {
  @Test(arguments: [
    ("plain.jpg", "plain.jpg"), ("mit Leerzeichen.jpg", "mit Leerzeichen.jpg"),
    ("Grüße/漢字 😀.png", "Grüße/漢字 😀.png"),
    ("e\u{301}.jpg", "e\u{301}.jpg"), ("\u{1F468}\u{200D}\u{1F469}.png", "\u{1F468}\u{200D}\u{1F469}.png"),
    ("a\nb", "a\\x0ab"), ("a\tb\r", "a\\x09b\\x0d"), ("\u{1B}[31m", "\\x1b[31m"), ("\u{7F}", "\\x7f"),
    ("\u{9B}31m", "\\xc2\\x9b31m"), ("\u{202E}gpj", "\\xe2\\x80\\xaegpj"), ("\u{2066}x", "\\xe2\\x81\\xa6x"),
    ("a\u{2028}b", "a\\xe2\\x80\\xa8b"),
  ])
  func `text is shown as it is, but nothing that a terminal obeys`(path: String, shown: String) {
    #expect(FilePath(path).displayed == shown)
  }

  @Test(
    arguments: [
      ([0xFF], "\\xff"), ([0x61, 0xE9, 0x62], "a\\xe9b"), ([0xC3], "\\xc3"), ([0xC3, 0x28], "\\xc3("),
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
        #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      }
    }
  }
}
