/// Two small numbers without a unit, such as `10x15`. People mean paper by them, and nobody wants a
/// collage of so few pixels, so a canvas needs the unit then.
package struct UnitlessSize {
  /// Up to this number on both sides: the longest side of a print that isn't a poster has 60 cm.
  private static let largest = 60.0
  /// Sizes that are sold in inches, with the shorter side first; others are taken for centimetres.
  private static let inches: Set<[Double]> = [
    [4, 6], [5, 7], [8, 10], [8.5, 11], [11, 14], [11, 17], [16, 20], [24, 36],
  ]

  /// As it was typed, in lower case: "10x15".
  private let text: Substring
  /// "300dpi", or what stands after an @.
  private let density: Substring
  private let sides: [Double]

  /// Nil for any other text.
  package init?(_ text: String) {
    let parts = text.lowercased().split(separator: "@", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count) else { return nil }
    self.text = parts[0]
    density = parts.count == 2 ? parts[1] : "\(PrintSize.defaultDensity)dpi"
    let numbers = parts[0].split(separator: "x", omittingEmptySubsequences: false)
    sides = numbers.compactMap { Double(decimal: String($0)) }
    guard numbers.count == 2, sides.count == 2, sides.allSatisfy({ 0 < $0 && $0 <= Self.largest }),
      PrintSize(onPaper) != nil
    else { return nil }
  }

  /// The size on paper that is probably meant: "10x15cm@300dpi".
  package var onPaper: String {
    "\(text)\(Self.inches.contains(sides.sorted()) ? "in" : "cm")@\(density)"
  }

  /// Every size with a unit that can be meant: "10x15cm@300dpi, or 10x15px".
  package var remedies: String {
    let inPixels = "\(text)px"
    return Canvas(inPixels) == nil ? onPaper : "\(onPaper), or \(inPixels)"
  }
}
