import ProgramTestSupport
import Testing

@testable import CollageCLI
@testable import PhotoSources

@Suite(.waiting) struct CreditFormatTests {
  @Test(arguments: [
    (CreditFormat.text, [#""a<b>\x0a[c]" by "x" & 'y', javascript:1, https://x.org/" onclick="1"#]),
    (
      .html,
      [
        "<ul>", #"<li>"a&lt;b&gt;\x0a[c]" by &quot;x&quot; &amp; &#39;y&#39;, javascript:1</li>"#,
        "</ul>",
      ]
    ),
    (.markdown, [#"- "a\<b\>\\x0a\[c\]" by \"x\" \& \'y\', javascript\:1"#]),
  ])
  func `nothing of a credit is taken for marks, and no link runs a script`(
    format: CreditFormat, lines: [String]
  ) {
    let credit = PhotoCredit(
      title: "a<b>\n[c]", creator: "\"x\" & 'y'", licenceURL: "javascript:1",
      sourcePage: "https://x.org/\" onclick=\"1")
    #expect(format.lines([credit]) == lines)
  }
}
