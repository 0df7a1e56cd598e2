import Testing

@testable import PhotoSources

@Suite struct TextFoldingTests {
  private func folded(_ text: String) -> String {
    String(decoding: TextFolding.folded(text.utf8), as: UTF8.self)
  }

  @Test(arguments: [
    ("Roma.JPG", "roma.jpg"), ("ÉTÉ à Besançon", "ete a besancon"), ("Straße", "strasse"),
    ("Ærø", "aero"),
    ("Łódź", "lodz"), ("İstanbul ılık", "istanbul ilik"), ("Tiếng Việt", "tieng viet"),
    ("Ἀθῆναι ΌΔΟΣ", "αθηναι οδοσ"),
    ("Йошкар Ёлка", "иошкар елка"), ("ガラパゴス がっこう", "カラハコス かっこう"), ("서울", "서울"), ("❤️ 😀", "❤ 😀"),
    ("नमस्ते", "नमस्ते"), ("", ""), ("\u{212B}ngstr\u{F6}m \u{2126} \u{212A}", "angstrom ω k"),
  ])
  func `case and accents are dropped`(text: String, wanted: String) {
    #expect(folded(text) == wanted)
  }

  /// As macOS writes names.
  @Test(arguments: [
    ("e\u{301}te\u{301}", "été"), ("Vie\u{323}\u{302}t", "Việt"), ("и\u{306}", "й"),
    ("е\u{308}", "ё"),
    ("か\u{3099}は\u{309A}", "がぱ"), ("\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", "서울"),
    ("\u{1100}\u{1161}", "가"),
  ])
  func `composed and decomposed text are the same`(decomposed: String, composed: String) {
    #expect(folded(decomposed).utf8.elementsEqual(folded(composed).utf8))
  }

  @Test func `every letter with a mark folds like its decomposition`() {
    let marks = (0x300...0x344).compactMap { Unicode.Scalar($0) }
    var composed: [String: Unicode.Scalar] = [:]
    for range in [0xC0...0x24F, 0x370...0x3FF, 0x400...0x52F, 0x1E00...0x1EFF]
      as [ClosedRange<UInt32>]
    {
      for scalar in range.compactMap({ Unicode.Scalar($0) }) { composed[String(scalar)] = scalar }
    }
    let bases =
      Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars)
      + Array(composed.values)
    var compared = 0
    for base in bases {
      for mark in marks {
        let decomposed = String(String.UnicodeScalarView([base, mark]))
        // Strings are equal when they are canonically equivalent.
        guard let whole = composed[decomposed] else { continue }
        #expect(folded(decomposed).utf8.elementsEqual(folded(String(whole)).utf8), "\(whole)")
        compared += 1
      }
    }
    #expect(compared > 500)
  }

  @Test func `bytes that are not UTF-8 stay as they are`() {
    for bytes: [UInt8] in [
      [0xFF], [0xE9], [0xC3], [0x80, 0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xE1, 0x84],
    ] {
      #expect(TextFolding.folded(bytes) == bytes)
      #expect(TextFolding.folded([0x41] + bytes + [0x42]) == [0x61] + bytes + [0x62])
    }
  }

  @Test func `only whole Korean syllables match`() {
    #expect(!folded("각").utf8.elementsEqual(folded("가").utf8))
    #expect(folded("강남").contains("강") && !folded("강남").contains("가"))
  }
}
