import Imaging
import TestSupport
import Testing

@testable import PhotoLayouts

/// Copies of a collage on a sheet of paper.
struct SheetLayoutTests {
  private static func paper(_ text: String) -> PaperSize { SheetPaper(text)!.size }

  private static func points(_ millimetres: Double) -> Double { millimetres / 25.4 * 72 }

  @Test(
    arguments: [
      ("9x5cm", "A4", 0, 12, true), ("9x5cm", "A4-landscape", 0, 12, false),
      ("2x6in", "4x6in", 0, 2, false), ("6x2in", "4x6in", 0, 2, true),
      ("85x54mm", "A4", 4, 10, false), ("9x13cm", "13x18cm", 0, 2, true), ("A4", "A4", 0, 1, false),
      ("A6", "A4", 0, 4, false), ("A6", "A4", 1, 2, false), ("10x15cm", "A4", 0, 2, false),
    ] as [(String, String, Double, Int, Bool)])
  func `as many as fit, turned where more do`(
    copy: String, paper: String, gap: Double, count: Int, isTurned: Bool
  ) throws {
    let (copy, paper) = (Self.paper(copy), Self.paper(paper))
    let spacing = SheetLayout.Spacing(gap: Self.points(gap))
    let layout = try #require(SheetLayout(of: copy, on: paper, spacing))
    #expect(layout.copies.count == count && layout.isTurned == isTurned)
    #expect(SheetLayout.capacity(of: copy, on: paper, spacing) == count)
    #expect(SheetLayout(of: copy, on: paper, spacing, count: count + 1) == nil)
  }

  @Test func `fewer copies stay upright where they fit, in even rows around the middle`() throws {
    let copy = Self.paper("9x5cm")
    let layout = try #require(SheetLayout(of: copy, on: Self.paper("A4"), count: 3))
    #expect(!layout.isTurned && layout.copies.count == 3)
    let places = layout.copies.map { [$0.x, $0.y] }
    let (left, top) = (Self.points((210 - 180) / 2), Self.points((297 - 100) / 2))
    let expected = [
      [left, top], [left + copy.width, top], [left, top + copy.height],
    ]
    for (place, other) in zip(places.joined(), expected.joined()) {
      #expect(abs(place - other) < 1e-9)
    }
  }

  @Test func `what the printer can't reach stays free`() throws {
    let (copy, paper) = (Self.paper("10x15cm"), Self.paper("10x15cm"))
    #expect(SheetLayout.capacity(of: copy, on: paper) == 1)
    let spacing = SheetLayout.Spacing(margin: Self.points(3))
    #expect(SheetLayout.capacity(of: copy, on: paper, spacing) == 0)
    #expect(SheetLayout(of: copy, on: paper, spacing) == nil)
    #expect(SheetLayout(of: copy, on: paper, .init(margin: 1000)) == nil)
  }

  @Test func `copies of any size lie on the sheet, apart, and around its middle`() throws {
    var dice = Dice(7)
    for _ in 0..<2000 {
      let copy = PaperSize(
        width: .random(in: 30...400, using: &dice), height: .random(in: 30...400, using: &dice))
      let paper = PaperSize(
        width: .random(in: 100...1200, using: &dice), height: .random(in: 100...1200, using: &dice))
      let spacing = SheetLayout.Spacing(
        gap: [0, .random(in: 0...20, using: &dice)].randomElement(using: &dice)!,
        margin: [0, .random(in: 0...20, using: &dice)].randomElement(using: &dice)!)
      let most = SheetLayout.capacity(of: copy, on: paper, spacing)
      guard most > 0 else { continue }
      let count = Bool.random(using: &dice) ? nil : Int.random(in: 1...most, using: &dice)
      let layout = try #require(SheetLayout(of: copy, on: paper, spacing, count: count))
      #expect(layout.copies.count == count ?? most)
      let size = layout.isTurned ? copy.transposed : copy
      let margin = spacing.margin - 0.011
      for (place, one) in layout.copies.enumerated() {
        #expect(one.width == size.width && one.height == size.height)
        #expect(one.x >= margin && one.right <= paper.width - margin)
        #expect(one.y >= margin && one.bottom <= paper.height - margin)
        for other in layout.copies[..<place] {
          let across = max(one.x - other.right, other.x - one.right)
          let down = max(one.y - other.bottom, other.y - one.bottom)
          #expect(max(across, down) > spacing.gap - 1e-6)
        }
      }
      let right = layout.copies.map(\.right).max()!
      let bottom = layout.copies.map(\.bottom).max()!
      #expect(abs(layout.copies[0].x - (paper.width - right)) < 1e-6)
      #expect(abs(layout.copies[0].y - (paper.height - bottom)) < 1e-6)
      expectMarks(of: layout, bleed: min(size.width, size.height) / 10, on: paper, spacing)
    }
  }

  /// Marks lie on the paper, on no copy's trimmed part, in line with the trim of one; and every cut
  /// that isn't the edge of the paper has one.
  private func expectMarks(
    of layout: SheetLayout, bleed: Double, on paper: PaperSize, _ spacing: SheetLayout.Spacing
  ) {
    let marks = layout.cutMarks(bleed: bleed)
    let trims = layout.copies.map { $0.inset(by: bleed) }
    let (columns, rows) = (
      trims.flatMap { [$0.x, $0.right] }, trims.flatMap { [$0.y, $0.bottom] }
    )
    for mark in marks {
      #expect(mark.x.lowerBound > -0.02 && mark.x.upperBound < paper.width + 0.02)
      #expect(mark.y.lowerBound > -0.02 && mark.y.upperBound < paper.height + 0.02)
      let isUpright = mark.x.lowerBound == mark.x.upperBound
      let (place, lines) = isUpright ? (mark.x.lowerBound, columns) : (mark.y.lowerBound, rows)
      #expect(lines.contains { abs($0 - place) < 1e-3 })
      for trim in trims {
        let isApart =
          mark.x.upperBound < trim.x + 1e-3 || mark.x.lowerBound > trim.right - 1e-3
          || mark.y.upperBound < trim.y + 1e-3 || mark.y.lowerBound > trim.bottom - 1e-3
        #expect(isApart, "\(mark) \(trim)")
      }
    }
    #expect(Set(marks).count == marks.count)
    for x in columns where min(abs(x), abs(paper.width - x)) > 0.03 {
      #expect(
        marks.contains { $0.x.lowerBound == $0.x.upperBound && abs($0.x.lowerBound - x) < 2e-3 })
    }
    for y in rows where min(abs(y), abs(paper.height - y)) > 0.03 {
      #expect(
        marks.contains { $0.y.lowerBound == $0.y.upperBound && abs($0.y.lowerBound - y) < 2e-3 })
    }
  }

  @Test(
    arguments: [
      // Strips cover all of the paper: there is no room for a gap.
      ("2x6in", "4x6in", nil, 0, 0), ("2x6in", "A4", 4, 0, 4), ("85x54mm", "A4", nil, 0, 4),
      ("10x10cm", "201x120mm", nil, 0, 0), ("10x10cm", "202x120mm", nil, 0, 2),
      ("10x10cm", "204x130mm", 2, 2, 0), ("10x10cm", "99x99mm", nil, 0, 0),
    ] as [(String, String, Int?, Double, Double)])
  func `the gap for marks gives way to copies`(
    copy: String, paper: String, count: Int?, margin: Double, gap: Double
  ) {
    let found = SheetLayout.gapForMarks(
      upTo: Self.points(4), of: Self.paper(copy), on: Self.paper(paper),
      margin: Self.points(margin), count: count)
    #expect(abs(found - Self.points(gap)) < 1e-6, "\(found)")
  }

  @Test func `where there is no room for a mark, a line shows where to cut`() throws {
    let layout = try #require(SheetLayout(of: Self.paper("2x6in"), on: Self.paper("4x6in")))
    let line = PrintedPage.CutMark(x: 144...144, y: 0...432)
    #expect(layout.cutMarks(bleed: 0) == [line])
    let bled = layout.cutMarks(bleed: 9)
    #expect(bled.contains(.init(x: 135...135, y: 0...9)))
    #expect(bled.contains(.init(x: 144...153, y: 9...9)))
  }

  @Test func `neighbours share their marks`() throws {
    let spacing = SheetLayout.Spacing(gap: Self.points(4))
    let layout = try #require(
      SheetLayout(of: Self.paper("85x54mm"), on: Self.paper("A4"), spacing))
    // 4 lines in each of 6 rows of gaps, and 10 in each of 3 columns.
    #expect(layout.cutMarks(bleed: 0).count == 4 * 6 + 10 * 3)
  }

  @Test(arguments: ["A4", "a4-landscape", "4x6in", "13x18cm", "letter"])
  func `paper is written as it is read`(text: String) throws {
    let paper = try #require(SheetPaper(text))
    #expect(SheetPaper(paper.text) == paper)
  }

  @Test(arguments: ["A99", "A4@300dpi", "4x6", "400x600px", "", "auto", "0x5cm"])
  func `what is no paper is none`(text: String) { #expect(SheetPaper(text) == nil) }

  @Test(arguments: [
    ("600x400px@300dpi", 600, 400, 300), ("2400x1600@72", 2400, 1600, 72),
    ("1771x1181@299dpi", 1771, 1181, 299),
  ])
  func `pixels may have a density`(text: String, width: Int, height: Int, dots: Int) throws {
    let canvas = try #require(Canvas(text))
    #expect(canvas.size(longSide: 1) == PixelSize(width: width, height: height))
    #expect(canvas.density == Density(dotsPerInch: dots) && Canvas(canvas.text) == canvas)
  }

  /// In millimetres.
  @Test(arguments: [
    ("3mm", 3), ("0.5cm", 5), ("0.1in", 2.54), ("9pt", 3.175), ("30", 2.54), ("2%", 2),
  ])
  func `lengths on a print are exact`(text: String, millimetres: Double) throws {
    let print = try #require(PrintSize("10x15cm@300dpi"))
    let length = try #require(Length(text))
    #expect(abs(length.points(on: print) - Self.points(millimetres)) < 1e-9)
  }
}
