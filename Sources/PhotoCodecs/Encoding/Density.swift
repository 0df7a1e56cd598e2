/// How many pixels of a picture go into an inch of paper.
package struct Density: Hashable, Sendable {
  /// From 1 to 65,535: what JPEG can say.
  package let dotsPerInch: Int

  /// Nil for a number out of range.
  package init?(dotsPerInch: Int) {
    guard (1...65_535).contains(dotsPerInch) else { return nil }
    self.dotsPerInch = dotsPerInch
  }

  /// What a PNG says instead.
  var dotsPerMetre: UInt32 { UInt32((Double(dotsPerInch) / 0.0254).rounded()) }
}
