import Imaging
import Testing

@testable import PhotoCodecs

/// What a tagged page's content marks, and what its structure says of that.
struct PDFTaggedPageTests {
  private typealias Part = PictureWords.Part

  private let paper = PaperSize(width: 300, height: 200)
  private let size = PixelSize(width: 600, height: 400)
  private let words = PictureWords(
    description: "All of it", brief: "All", language: "en",
    parts: [
      Part(.header, "2024", in: PixelRect(x: 0, y: 0, width: 600, height: 20)),
      Part(.title, "Rome", in: PixelRect(x: 100, y: 20, width: 400, height: 40)),
      Part(.photo, "A fountain", in: PixelRect(x: 0, y: 100, width: 300, height: 200)),
      Part(.caption, "Trevi", in: PixelRect(x: 0, y: 300, width: 300, height: 50)),
      Part(.photo, "A church", in: PixelRect(x: 300, y: 100, width: 300, height: 200)),
      Part(.footer, "Page 1", in: PixelRect(x: 0, y: 380, width: 600, height: 20)),
    ])

  private func tagged(_ page: PrintedPage, _ words: PictureWords?) -> PDFTaggedPage {
    PDFTaggedPage(PDFPage(page), words, picture: size, drawing: "P")
  }

  @Test func `each part has a mark where it lies, and the picture is drawn once`() {
    let page = tagged(PrintedPage(covered: paper), words)
    #expect(
      page.contents.split(separator: "\n") == [
        "/Artifact<</Type/Pagination/Subtype/Header/BBox[0 190 300 200]>>BDC",
        "0 190 300 10 re n", "EMC", "/H1<</MCID 0>>BDC", "50 170 200 20 re n", "EMC",
        "/Collage<</MCID 1>>BDC", "q 300 0 0 200 0 0 cm /P Do Q", "EMC",
        "/Figure<</MCID 2>>BDC", "0 50 150 100 re n", "EMC",
        "/Caption<</MCID 3>>BDC", "0 25 150 25 re n", "EMC",
        "/Figure<</MCID 4>>BDC", "150 50 150 100 re n", "EMC",
        "/Artifact<</Type/Pagination/Subtype/Footer/BBox[0 0 300 10]>>BDC", "0 0 300 10 re n",
        "EMC",
      ])
    #expect(page.elements.map(\.role) == [.heading(level: 1), .collage, .photo, .caption, .photo])
    #expect(page.elements.map(\.text) == ["Rome", "All of it", "A fountain", "Trevi", "A church"])
    #expect(
      page.elements.map(\.box) == [
        "[50 170 250 190]", "[0 0 300 200]", "[0 50 150 150]", "[0 25 150 50]",
        "[150 50 300 150]",
      ])
  }

  @Test func `a bleed moves the parts`() {
    // 30 pixels at each side are 15 points.
    let page = tagged(
      PrintedPage(
        paper: paper, bleed: 15, pictureBleed: 30, copies: [.init(PaperArea(paper))]), words)
    #expect(page.elements[2].box == "[15 35 165 135]")
    #expect(page.elements[1].box == "[0 0 300 200]")
  }

  @Test func `the first copy is read, the others and the cut marks are artifacts`() {
    let areas = [
      PaperArea(x: 10, y: 20, width: 40, height: 60),
      PaperArea(x: 60, y: 20, width: 40, height: 60),
    ]
    let page = tagged(
      PrintedPage(
        paper: paper, copies: areas.map { .init($0, isTurned: true) },
        cutMarks: [.init(x: 10...10, y: 5...15)]), words)
    let lines = page.contents.split(separator: "\n")
    #expect(
      lines.suffix(8) == [
        "/Artifact BMC", "q 0 -60 40 0 60 180 cm /P Do Q", "EMC",
        "/Artifact<</Type/Page>>BDC", "q 0 0 0 RG 0.25 w", "10 195 m 10 185 l S", "Q", "EMC",
      ])
    #expect(lines.filter { $0.hasSuffix("Do Q") }.count == 2)
    // Turned clockwise, what is at the left of the picture is on top, and its top at the right: of
    // 40 points, a quarter is above the photo and another one below it.
    #expect(page.elements[2].box == "[20 150 40 180]")
    #expect(page.elements[4].box == "[20 120 40 150]")
  }

  @Test func `larger units count for marks and boxes, too`() {
    let paper = PaperSize(width: 28_800, height: 14_400)
    let page = tagged(PrintedPage(covered: paper), words)
    #expect(page.elements[1].box == "[0 0 14400 7200]")
    #expect(page.contents.contains("\n0 1800 7200 3600 re n\n"))
  }

  @Test func `a picture of which nothing is said is an artifact`() {
    let page = tagged(PrintedPage(covered: paper), nil)
    #expect(page.contents == "/Artifact BMC\nq 300 0 0 200 0 0 cm /P Do Q\nEMC")
    #expect(page.elements.isEmpty)
  }

  @Test func `a picture without parts is described as a whole`() {
    let words = PictureWords(description: "Long", brief: "Short", language: "en", parts: [])
    let page = tagged(PrintedPage(covered: paper), words)
    #expect(page.elements.map(\.text) == ["Long"])
  }

  @Test(
    arguments: [
      ("", "()"), ("Rome", "(Rome)"), (#"a (b\) c"#, #"(a \(b\\\) c)"#), ("é", "<feff00e9>"),
      ("\u{1F600}", "<feffd83dde00>"), ("a\nb", "<feff0061000a0062>"),
    ])
  func `texts are ASCII or UTF-16`(text: String, object: String) {
    #expect(PDFText.string(text) == object)
  }

  @Test func `a document without a title is named by what it is`() {
    func title(_ kinds: [Part.Kind]) -> String {
      let area = PixelRect(x: 0, y: 0, width: 1, height: 1)
      let parts = kinds.map { Part($0, "x", in: area) }
      return PDFDocumentWords(
        PictureWords(
          description: "", brief: "", kind: "Collage of 2 photos", language: "de", parts: parts)
      ).title
    }
    #expect(title([.photo, .caption, .photo]) == "Collage of 2 photos")
    #expect(title([.title, .photo]) == "x")
    #expect(PDFDocumentWords(words) == PDFDocumentWords(title: "Rome", language: "en"))
  }
}
