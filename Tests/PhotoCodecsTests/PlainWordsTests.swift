import Testing

@testable import PhotoCodecs

/// Texts that pictures say to people who don't see them.
@Suite struct PlainWordsTests {
  @Test(arguments: [
    ("a\nb\r\n\tc", "a b c"), ("  a  b ", "a b"), ("a\u{202E}b\u{2066}c\u{200F}\u{061C}", "abc"),
    ("\u{1B}[2Ja\u{0}\u{9C}", "[2Ja"), ("a\u{2028}b\u{2029}c", "a b c"), ("\u{FFFE}a\u{FFFF}", "a"),
    ("", ""), ("\u{202A}\n", ""), ("e\u{301}", "e\u{301}"), ("नमस्ते", "नमस्ते"),
    ("\u{1F468}\u{200D}\u{1F469}", "\u{1F468}\u{200D}\u{1F469}"),
  ])
  func `a text is one line of plain words`(given: String, kept: String) {
    let cleaned = PlainWords.cleaned(given, limit: 100)
    #expect(cleaned.unicodeScalars.elementsEqual(kept.unicodeScalars))
  }

  @Test func `a long text ends with a whole word and an ellipsis`() {
    #expect(PlainWords.shortened("one two three", to: 13) == "one two three")
    #expect(PlainWords.shortened("one two three", to: 12) == "one two\u{2026}")
    #expect(PlainWords.shortened("one two, three", to: 9) == "one two\u{2026}")
    #expect(PlainWords.shortened(String(repeating: "x", count: 99), to: 50).count == 50)
    // What users see as one character stays whole.
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    #expect(PlainWords.shortened(family + family, to: 8) == family + "\u{2026}")
    let marks = "a" + String(repeating: "\u{301}", count: 500)
    #expect(PlainWords.cleaned(marks, limit: 100).unicodeScalars.count <= 100)
  }

  @Test func `words come out of XMP as they went in`() throws {
    let text = "A <b> & \"c\" 'd' \u{FFFD} ]]> &amp; 漢字"
    let words = PictureWords(description: text, brief: text, language: "de", parts: [])
    let packet = RecipeRecord.packet(words.xmpDescription())
    #expect(PictureWords.description(in: Array(packet.utf8)[...]) == text)
    let facts = XMPFacts(Array(packet.utf8))
    #expect(facts.altText == text && facts.description == text)
    // It is no title that somebody has given the collage.
    #expect(facts.facts.title == nil)
  }

  @Test(arguments: [0, 1_000, 60_000, 200_000])
  func `a JPEG's packet has room for all words, and a long recipe stands by itself`(length: Int) {
    let text = String(repeating: "\"&' ", count: 5_000)
    let words = PictureWords(
      description: text, brief: PlainWords.shortened(text, to: 300), language: "en", parts: [])
    let record = RecipeRecord(json: String(repeating: "x", count: length), words: words)
    let payloads = record.jpegPayloads(beside: String(repeating: " ", count: 900))
    #expect(payloads.allSatisfy { $0.count <= 65_533 })
    #expect(payloads.filter { $0.starts(with: JPEGSegments.xmpSignature) }.count == 1)
    // The recipe begins among the first bytes.
    #expect(RecipeRecord.isMarked(payloads[0].prefix(2_000)))
  }
}
