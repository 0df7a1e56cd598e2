package import Imaging

/// The size of a collage on paper.
package struct PrintSize: Hashable, Sendable {
  /// In inches.
  private let width: Double
  private let height: Double
  package let density: Density
  /// As a user would write it: "a4@300dpi".
  package let text: String

  static let defaultDensity = Density.standard.dotsPerInch
  /// Upright sheets by name, in millimetres: the sizes of ISO 216, and the American ones.
  private static let sheets: [String: (Double, Double)] = [
    "a0": (841, 1189), "a1": (594, 841), "a2": (420, 594), "a3": (297, 420), "a4": (210, 297),
    "a5": (148, 210),
    "a6": (105, 148), "letter": (215.9, 279.4), "legal": (215.9, 355.6),
  ]

  /// `15x10cm@300dpi`, `4x6in@300`, `150x100mm`, `595x842pt`, `A4`, `a4-landscape@150`; by default
  /// 300 dpi. Or pixels with a density: `2400x1600@300dpi`, `600x400px@300`. Nil for other text.
  package init?(_ text: String) {
    let parts = text.lowercased().split(separator: "@", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count) else { return nil }
    var number = parts.count == 2 ? parts[1] : "\(Self.defaultDensity)"
    if number.hasSuffix("dpi") { number = number.dropLast(3) }
    guard let dots = Int(number), let density = Density(dotsPerInch: dots),
      let size = Self.inches(parts[0])
        ?? (parts.count == 2 ? Self.inches(ofPixels: parts[0], at: density) : nil)
    else {
      return nil
    }
    (width, height) = size
    self.density = density
    self.text = "\(parts[0])@\(dots)dpi"
    guard PixelSize("\(pixels.width)x\(pixels.height)") != nil else { return nil }
  }

  /// A size on paper that has exactly these pixels: a named sheet if there is one, else the
  /// shortest number of inches or centimetres. Nil for a size beyond the limits.
  package init?(_ pixels: PixelSize, at density: Density) {
    let inches = (
      Double(pixels.width) / Double(density.dotsPerInch),
      Double(pixels.height) / Double(density.dotsPerInch)
    )
    func text(_ factor: Double, _ unit: String) -> String {
      func side(_ inches: Double) -> String { ((inches * factor * 10).rounded() / 10).shortText }
      return "\(side(inches.0))x\(side(inches.1))\(unit)"
    }
    let sheets = Self.sheets.keys.sorted().flatMap { [$0, $0 + "-landscape"] }
    let sizes = [
      text(1, "in"), text(PaperUnit.centimetre.perInch, "cm"), "\(inches.0)x\(inches.1)in",
    ]
    let candidates = (sheets + sizes).lazy.compactMap { PrintSize("\($0)@\(density.dotsPerInch)") }
    guard let size = candidates.first(where: { $0.pixels == pixels }) else { return nil }
    self = size
  }

  /// As people read it: "A4", "A4-landscape at 150 dpi".
  package var shortText: String {
    let size = text.prefix { $0 != "@" }
    let isSheet = size.first == "a" && size.dropFirst().first?.isNumber == true
    let name = isSheet ? size.prefix(1).uppercased() + size.dropFirst() : String(size)
    let dots = density.dotsPerInch
    return dots == Self.defaultDensity ? name : "\(name) at \(dots) dpi"
  }

  /// The size in pixels, rounded to whole ones.
  package var pixels: PixelSize {
    PixelSize(
      width: Int((width * Double(density.dotsPerInch)).rounded()),
      height: Int((height * Double(density.dotsPerInch)).rounded()))
  }

  /// The exact size, whatever whole pixels it is rounded to.
  package var paper: PaperSize { PaperSize(widthInInches: width, heightInInches: height) }

  private static func inches(
    ofPixels text: Substring, at density: Density
  ) -> (Double, Double)? {
    let unit = "px"
    guard let size = PixelSize(String(text.hasSuffix(unit) ? text.dropLast(unit.count) : text))
    else { return nil }
    let dots = Double(density.dotsPerInch)
    return (Double(size.width) / dots, Double(size.height) / dots)
  }

  private static func inches(_ text: Substring) -> (Double, Double)? {
    let isLandscape = text.hasSuffix("-landscape")
    if let sheet = sheets[String(isLandscape ? text.dropLast("-landscape".count) : text)] {
      let millimetres = PaperUnit.millimetre.perInch
      let (short, long) = (sheet.0 / millimetres, sheet.1 / millimetres)
      return isLandscape ? (long, short) : (short, long)
    }
    guard let unit = PaperUnit(endOf: text) else { return nil }
    let numbers = unit.number(in: text).split(separator: "x", omittingEmptySubsequences: false)
    let sides = numbers.map { Double(decimal: String($0)) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (0.01...10_000).contains(width),
      (0.01...10_000).contains(height)
    else { return nil }
    return (width / unit.perInch, height / unit.perInch)
  }
}
