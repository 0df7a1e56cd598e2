internal import Imaging

/// A page of a PDF with a picture, once or several times. Lengths are in points.
struct PDFPage {
  let page: PrintedPage

  init(_ page: PrintedPage) { self.page = page }

  /// A page that a picture covers.
  init(size: PaperSize) { self.init(PrintedPage(covered: size)) }

  private var size: PaperSize { page.paper }

  /// How many points a unit has.
  private var unit: Double { Double(page.pointsPerUnit) }

  private func box(_ name: String, inset: Double = 0) -> String {
    let corners = [inset, inset, size.width - inset, size.height - inset]
    return "/\(name)[\(corners.map(units).joined(separator: " "))]"
  }

  /// The entries of the page's dictionary that say how large it is.
  var boxes: String {
    let boxes = box("MediaBox") + box("BleedBox") + box("TrimBox", inset: page.bleed)
    return unit == 1 ? boxes : boxes + "/UserUnit \(Self.text(unit))"
  }

  /// The content stream that draws a picture wherever the page has it, and then the cut marks.
  ///
  /// - Parameter name: in the page's resources.
  func contents(drawing name: String) -> String {
    let copies = page.copies.map { drawing(of: name, at: $0) }
    return (copies + [marks].compactMap(\.self)).joined(separator: "\n")
  }

  /// The content that draws a picture once.
  func drawing(of name: String, at copy: PrintedPage.Copy) -> String {
    "q \(matrix(of: copy)) cm /\(name) Do Q"
  }

  /// Where a part of a copy lies.
  ///
  /// - Parameters:
  ///   - part: in pixels of the picture.
  ///   - picture: the size of all of it, in pixels.
  func rectangle(
    of part: PixelRect, on copy: PrintedPage.Copy, of picture: PixelSize
  ) -> PDFRectangle {
    func shares(_ start: Int, _ count: Int, of side: Int) -> (start: Double, end: Double) {
      (Double(start) / Double(side), Double(start + count) / Double(side))
    }
    var across = shares(part.x, part.width, of: picture.width)
    var down = shares(part.y, part.height, of: picture.height)
    // What was on top is at the right then.
    if copy.isTurned { (across, down) = ((1 - down.end, 1 - down.start), across) }
    let area = copy.area
    let top = size.height - area.y
    return PDFRectangle(
      left: (area.x + across.start * area.width) / unit,
      bottom: (top - down.end * area.height) / unit,
      right: (area.x + across.end * area.width) / unit,
      top: (top - down.start * area.height) / unit)
  }

  /// What makes the unit square, as which a picture is drawn, the area of a copy.
  private func matrix(of copy: PrintedPage.Copy) -> String {
    let area = copy.area
    let (bottom, top) = (size.height - area.bottom, size.height - area.y)
    let numbers =
      copy.isTurned
      ? [0, -area.height, area.width, 0, area.x, top]
      : [area.width, 0, 0, area.height, area.x, bottom]
    return numbers.map(units).joined(separator: " ")
  }

  /// The content that draws the cut marks; nil without any.
  var marks: String? {
    if page.cutMarks.isEmpty { return nil }
    let lines = page.cutMarks.map { mark in
      let begin = [mark.x.lowerBound, size.height - mark.y.lowerBound]
      let end = [mark.x.upperBound, size.height - mark.y.upperBound]
      func text(_ point: [Double]) -> String { point.map(units).joined(separator: " ") }
      return "\(text(begin)) m \(text(end)) l S"
    }
    let width = units(PrintedPage.markWidth)
    return (["q 0 0 0 RG \(width) w"] + lines + ["Q"]).joined(separator: "\n")
  }

  /// Points in the page's units.
  private func units(_ points: Double) -> String { Self.text(points / unit) }

  /// As PDF has numbers, without exponents; to 1/100,000 of a unit.
  static func text(_ number: Double) -> String {
    let fractions = Int((abs(number) * 100_000).rounded())
    let sign = number < 0 && fractions > 0 ? "-" : ""
    let (whole, rest) = fractions.quotientAndRemainder(dividingBy: 100_000)
    if rest == 0 { return "\(sign)\(whole)" }
    var digits = String("\(100_000 + rest)".dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}
