import Testing

@testable import PhotoSources

struct ExternalTextTests {
  @Test(
    arguments: [
      ("plain", "plain"), ("a <b>b</b><br/>c", "a b c"), ("<a href=\"x>y\">n</a>", "y\">n"),
      ("1 < 2 &lt;b&gt; &amp;amp;", "1 < 2 <b> &amp;"),
      ("&#65;&#x42;&#0;&#x110000;&unknown; &", "AB &#x110000;&unknown; &"), ("<unclosed", nil),
      ("<b>\u{301}a</b>&amp;\u{301}b", "\u{301}a&\u{301}b"), ("a\u{FFFE}b", "a b"),
      ("&#27;[31m", "[31m"),
      ("a\u{202E}\u{85}\t\n b", "a b"), ("Donau\u{AD}dampf\u{200B}&#xFEFF;&#xE0041;", "Donaudampf"),
      ("\u{3164}", nil),
      ("❤️‍🔥 می\u{200C}خواهم", "❤️‍🔥 می\u{200C}خواهم"), ("", nil), (" \n", nil),
    ] as [(String, String?)])
  func `HTML becomes a harmless line`(html: String, text: String?) {
    #expect(ExternalText.line(html: html) == text)
  }

  @Test func `long texts are cut off, and long addresses refused`() {
    #expect(ExternalText.line(String(repeating: "é", count: 1000))?.count == 301)
    #expect(ExternalText.line(html: String(repeating: "<b>", count: 100_000)) == nil)
    #expect(ExternalText.url("https://a.org/" + String(repeating: "a", count: 2000)) == nil)
  }
}
