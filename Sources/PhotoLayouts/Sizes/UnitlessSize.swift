/// Two small numbers without a unit, such as `10x15`. Where a size is one of paper, people mean
/// that, and nobody wants a collage of so few pixels, so a canvas needs the unit then.
package struct UnitlessSize {
  /// Up to this number on both sides: the longest side of a print that isn't a poster has 60 cm.
  private static let largest = 60.0
  /// Sizes that are sold in inches, with the shorter side first; others are taken for centimetres.
  private static let inches: Set<[Double]> = [
    [4, 6], [5, 7], [8, 10], [8.5, 11], [11, 14], [11, 17], [12, 18], [16, 20], [24, 36], [6, 8],
    [6, 9], [8, 8], [8, 12], [20, 24],
  ]

  /// Further sizes of prints, albums and frames, with the shorter side first. Others, such as
  /// 32x16, are those of icons and tests, and can only be pixels.
  private static let centimetres: Set<[Double]> = [
    [9, 9], [9, 13], [10, 10], [10, 13], [10, 14], [10, 15], [10, 18], [11, 15], [11, 16],
    [12, 12],
    [12, 16], [13, 13], [13, 17], [13, 18], [13, 19], [15, 15], [15, 20], [15, 21], [15, 22],
    [15, 23], [18, 18], [18, 24], [18, 25], [20, 20], [20, 24], [20, 25], [20, 26], [20, 27],
    [20, 28], [20, 30], [21, 28], [21, 30], [24, 30], [25, 25], [25, 30], [25, 35], [25, 38],
    [28, 35], [28, 36], [30, 30], [30, 40], [30, 42], [30, 45], [30, 50], [40, 40], [40, 50],
    [40, 60], [45, 60], [50, 50], [50, 60], [60, 60],
  ]

  /// As it was typed, in lower case: "10x15".
  private let text: Substring
  /// "300dpi", or what stands after an @.
  private let density: Substring
  private let sides: [Double]
  private let hasDensity: Bool

  /// Whether it is a size of paper: a usual one, one with a fraction, or one with a density.
  package var isOfPaper: Bool {
    let sorted = sides.sorted()
    return hasDensity || sides.contains { $0 != $0.rounded() } || Self.inches.contains(sorted)
      || Self.centimetres.contains(sorted)
  }

  /// Nil for any other text.
  package init?(_ text: String) {
    let parts = text.lowercased().split(separator: "@", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count) else { return nil }
    self.text = parts[0]
    hasDensity = parts.count == 2
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
