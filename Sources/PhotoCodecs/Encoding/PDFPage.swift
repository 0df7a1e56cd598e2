internal import Imaging

/// A page of a PDF, which one picture covers. Lengths are in points.
struct PDFPage {
  /// Of the trimmed page. A bleed would make the media box larger, and move the trim box into it.
  let size: PaperSize

  /// The largest side that programs accept, in units; a larger page has larger units.
  private static let maxSide = 14_400.0

  /// How many points a unit has.
  private var unit: Double { max(1, (max(size.width, size.height) / Self.maxSide).rounded(.up)) }

  private var corner: String { "\(Self.text(size.width / unit)) \(Self.text(size.height / unit))" }

  /// The entries of the page's dictionary that say how large it is.
  var boxes: String {
    let boxes = ["MediaBox", "BleedBox", "TrimBox"].map { "/\($0)[0 0 \(corner)]" }.joined()
    return unit == 1 ? boxes : boxes + "/UserUnit \(Self.text(unit))"
  }

  /// The content stream that draws a picture over the page.
  ///
  /// - Parameter name: in the page's resources.
  func contents(drawing name: String) -> String {
    let (width, height) = (Self.text(size.width / unit), Self.text(size.height / unit))
    return "q \(width) 0 0 \(height) 0 0 cm /\(name) Do Q"
  }

  /// As PDF has numbers, without exponents; to 1/100,000 of a unit.
  static func text(_ number: Double) -> String {
    let fractions = Int((number * 100_000).rounded())
    let (whole, rest) = fractions.quotientAndRemainder(dividingBy: 100_000)
    if rest == 0 { return "\(whole)" }
    var digits = String("\(100_000 + rest)".dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
