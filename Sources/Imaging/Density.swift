/// The print resolution of a picture.
package struct Density: Hashable, Sendable {
  /// Pixels per inch, 1 to 65,535: the range of JPEG.
  package let dotsPerInch: Int

  /// 300 dpi, where nobody says how many dots an inch has.
  package static let standard = Density(dotsPerInch: 300)!

  /// Nil if the number is out of range.
  package init?(dotsPerInch: Int) {
    guard (1...65_535).contains(dotsPerInch) else { return nil }
    self.dotsPerInch = dotsPerInch
  }

  /// What a file states as pixels per inch, if somebody meant it; nil for what drawing programs
  /// write by themselves, 72 and 96, which are those of screens, and for what no printer has.
  package init?(stated dotsPerInch: Double) {
    guard (20...4800).contains(dotsPerInch) else { return nil }
    let dots = Int(dotsPerInch.rounded())
    if Self.ofScreens.contains(dots) { return nil }
    self.init(dotsPerInch: dots)
  }

  private static let ofScreens: Set<Int> = [72, 96]

  /// Pixels per metre, the unit of PNG.
  package var dotsPerMetre: UInt32 { UInt32((Double(dotsPerInch) / 0.0254).rounded()) }
}
