import Imaging
import Testing

@testable import PhotoCodecs

/// Boxes and contents of a PDF's page.
struct PDFPageTests {
  private let paper = PaperSize(width: 300, height: 200)

  @Test func `a picture that covers the page`() {
    let page = PDFPage(size: paper)
    #expect(
      page.boxes == "/MediaBox[0 0 300 200]/BleedBox[0 0 300 200]/TrimBox[0 0 300 200]")
    #expect(page.contents(drawing: "P") == "q 300 0 0 200 0 0 cm /P Do Q")
  }

  @Test func `a bleed is outside of the trim, and a picture may end beyond it`() {
    let area = PaperArea(x: -0.25, y: -0.5, width: 300.5, height: 201)
    let page = PDFPage(PrintedPage(paper: paper, bleed: 8.5, copies: [.init(area)]))
    #expect(
      page.boxes == "/MediaBox[0 0 300 200]/BleedBox[0 0 300 200]/TrimBox[8.5 8.5 291.5 191.5]")
    #expect(page.contents(drawing: "P") == "q 300.5 0 0 201 -0.25 -0.5 cm /P Do Q")
  }

  @Test func `copies are upright or turned clockwise, and marks are lines`() {
    let areas = [
      PaperArea(x: 10, y: 20, width: 30, height: 60),
      PaperArea(x: 50, y: 20, width: 30, height: 60),
    ]
    let page = PDFPage(
      PrintedPage(
        paper: paper, copies: [.init(areas[0]), .init(areas[1], isTurned: true)],
        cutMarks: [.init(x: 10...10, y: 5...15), .init(x: 2...8, y: 20...20)]))
    let lines = page.contents(drawing: "P").split(separator: "\n")
    #expect(
      lines == [
        "q 30 0 0 60 10 120 cm /P Do Q",
        // Its left lower corner is on top: (0, 0) becomes (50, 180), (1, 0) (50, 120) and (0, 1) (80, 180).
        "q 0 -60 30 0 50 180 cm /P Do Q",
        "q 0 0 0 RG 0.25 w", "10 195 m 10 185 l S", "2 180 m 8 180 l S", "Q",
      ])
  }

  @Test func `numbers below 0 have a sign`() {
    #expect(PDFPage.text(-0.5) == "-0.5" && PDFPage.text(-3) == "-3")
    #expect(PDFPage.text(-1e-9) == "0" && PDFPage.text(-0.000_01) == "-0.00001")
  }
}
