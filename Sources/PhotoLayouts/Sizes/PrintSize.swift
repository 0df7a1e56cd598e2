package import Imaging

/// The size of a collage on paper.
package struct PrintSize: Hashable, Sendable {
  private let inches: Sides
  package let density: Density
  /// As a user would write it: "a4@300dpi".
  package let text: String

  static let defaultDensity = Density.standard.dotsPerInch
  /// Upright sheets by name, in millimetres: the sizes of ISO 216, and the American ones.
  private static let sheets = [
    "a0": Sides(841, 1189), "a1": Sides(594, 841), "a2": Sides(420, 594), "a3": Sides(297, 420),
    "a4": Sides(210, 297), "a5": Sides(148, 210), "a6": Sides(105, 148),
    "letter": Sides(215.9, 279.4), "legal": Sides(215.9, 355.6),
  ]
  /// In the unit that is given.
  private static let possibleSides = 0.01...10_000

  /// The two sides of a sheet, in any unit.
  private struct Sides: Hashable {
    let width: Double
    let height: Double

    init(_ width: Double, _ height: Double) {
      self.width = width
      self.height = height
    }

    init(_ pixels: PixelSize) { self.init(Double(pixels.width), Double(pixels.height)) }

    static func / (sides: Sides, unit: Double) -> Sides {
      Sides(sides.width / unit, sides.height / unit)
    }
  }

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
    inches = size
    self.density = density
    let upright = "-portrait"
    let name = parts[0].hasSuffix(upright) ? parts[0].dropLast(upright.count) : parts[0]
    self.text = "\(name)@\(dots)dpi"
    guard PixelSize("\(pixels.width)x\(pixels.height)") != nil else { return nil }
  }

  /// A size on paper that has exactly these pixels: a named sheet if there is one, else the
  /// shortest number of inches or centimetres. Nil for a size beyond the limits.
  package init?(_ pixels: PixelSize, at density: Density) {
    let inches = Sides(pixels) / Double(density.dotsPerInch)
    func text(_ factor: Double, _ unit: String) -> String {
      func side(_ inches: Double) -> String { ((inches * factor * 10).rounded() / 10).shortText }
      return "\(side(inches.width))x\(side(inches.height))\(unit)"
    }
    let sheets = Self.sheets.keys.sorted().flatMap { [$0, $0 + "-landscape"] }
    let sizes = [
      text(1, "in"), text(PaperUnit.centimetre.perInch, "cm"), "\(inches.width)x\(inches.height)in",
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
      width: Int((inches.width * Double(density.dotsPerInch)).rounded()),
      height: Int((inches.height * Double(density.dotsPerInch)).rounded()))
  }

  /// The exact size, whatever whole pixels it is rounded to.
  package var paper: PaperSize {
    PaperSize(widthInInches: inches.width, heightInInches: inches.height)
  }

  private static func inches(ofPixels text: Substring, at density: Density) -> Sides? {
    let unit = "px"
    guard let size = PixelSize(String(text.hasSuffix(unit) ? text.dropLast(unit.count) : text))
    else { return nil }
    return Sides(size) / Double(density.dotsPerInch)
  }

  private static func inches(_ text: Substring) -> Sides? {
    let isLandscape = text.hasSuffix("-landscape")
    let way = isLandscape ? "-landscape" : text.hasSuffix("-portrait") ? "-portrait" : ""
    if let sheet = sheets[String(text.dropLast(way.count))] {
      let upright = sheet / PaperUnit.millimetre.perInch
      return isLandscape ? Sides(upright.height, upright.width) : upright
    }
    guard let unit = PaperUnit(endOf: text) else { return nil }
    let numbers = unit.number(in: text).split(separator: "x", omittingEmptySubsequences: false)
    let sides = numbers.map { Double(decimal: String($0)) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      possibleSides.contains(width), possibleSides.contains(height)
    else { return nil }
    return Sides(width, height) / unit.perInch
  }
}
