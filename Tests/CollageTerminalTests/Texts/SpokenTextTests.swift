@testable import CollageTerminal
import Imaging
import Testing

/// Messages as sentences for somebody who has them read aloud.
@Suite struct SpokenTextTests {
  @Test(arguments: [
    ("added a.jpg", "Added a.jpg."),
    ("gap: 2%", "Gap: 2 percent."),
    ("crops 2 % (photo 4: 5 %)", "Crops 2 percent (photo 4: 5 percent)."),
    ("2400x1600, 842 kB", "2400 by 1600, 842 kilobytes."),
    (
      "fetching 2 of 6 photos, 12.3 MB of 24.0 MB",
      "Fetching 2 of 6 photos, 12.3 megabytes of 24.0 megabytes."
    ),
    (
      "enlarged 4.2\u{D7}: prints at 71 dpi, not 300",
      "Enlarged 4.2 times: prints at 71 dots per inch, not 300."
    ),
    ("mosaic \u{B7} gap 5mm", "Mosaic, gap 5 millimetres."),
    ("one  two\tthree\u{2026}", "One two three..."),
    ("type 'gap 2%'; it's easy", "Type 'gap 2%'; it's easy."),
    ("beach.jpg: there is no such file", "beach.jpg: there is no such file."),
    ("did you mean 'save'?", "Did you mean 'save'?"),
    ("", ""),
  ])
  func `numbers get words, and signs go`(message: String, sentence: String) {
    #expect(SpokenText.sentence(message) == sentence)
  }

  @Test func `names stay as they are`() {
    let names = ["50% off.jpg", "10x15", "add", "two  blanks"]
    #expect(
      SpokenText.sentence("added 50% off.jpg, 10x15 and two  blanks, 5%", keeping: names)
        == "Added 50% off.jpg, 10x15 and two  blanks, 5 percent.")
    #expect(SpokenText.sentence("10x15: damaged", keeping: names) == "10x15: damaged.")
    #expect(SpokenText.sentence("10x155 was read", keeping: names) == "10 by 155 was read.")
  }

  @Test func `sizes and shares are said in either way`() {
    let size = PixelSize(width: 2400, height: 1000)
    #expect(Voice.written.size(size) == "2400x1000" && Voice.spoken.size(size) == "2400 by 1000")
    #expect(Voice.megapixels(size) == "2.4 megapixels")
    #expect(Voice.megapixels(PixelSize(width: 10, height: 10)) == "less than 0.1 megapixels")
    #expect(Voice.spoken.percent(0.05) == "5 percent")
    #expect(Voice.spoken.percent(0.001) == "under 1 percent")
    #expect(Voice.spoken.bytes(842_000) == "842 kilobytes")
  }

  @Test(arguments: [
    ("", ListAnswer.done), ("  ", .done), ("3", .numbers(3...3)), ("3-6", .numbers(3...6)),
    ("6-3", .words("6-3")), ("=12", .name("12")), ("= more", .name("more")), ("more", .more),
    ("Back", .back), ("all", .all), ("quit", .leave), ("?", .help), ("chosen", .chosen),
    ("rome 2024", .words("rome 2024")), ("2024-07", .words("2024-07")), ("-rome", .words("-rome")),
    ("2024-07-15", .words("2024-07-15")), ("99999999999999999999", .words("99999999999999999999")),
  ])
  func `what is typed to a list of ten`(line: String, answer: ListAnswer) {
    #expect(ListAnswer(line) == answer)
  }

  @Test func `pages of ten end with the rest`() {
    var pages = SpokenPages(count: 23)
    #expect(pages.title("23 photos") == "1 to 10 of 23 photos." && !pages.goBack())
    #expect(pages.advance() && pages.advance() && !pages.advance())
    #expect(pages.page == 20..<23 && pages.title("23 photos") == "21 to 23 of 23 photos.")
    #expect(pages.goBack() && pages.page == 10..<20)
    #expect(SpokenPages(count: 3).title("3 photos") == "3 photos.")
    #expect(SpokenPages(count: 0).page.isEmpty)
  }
}
