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
    let copies = page.copies.map { "q \(matrix(of: $0)) cm /\(name) Do Q" }
    return (copies + (page.cutMarks.isEmpty ? [] : [marks])).joined(separator: "\n")
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

  private var marks: String {
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
