internal import Imaging

/// How much larger than its pixels a photo is shown, as a user is told.
package struct Enlargement: Hashable, Sendable {
  /// How many times, in tenths, rounded up, so that no photo that is enlarged seems not to be.
  package let tenths: Int
  /// The dots per inch that a print shows of the photo, and those that were asked for; nil for a
  /// collage that isn't printed.
  package let dots: Dots?

  package struct Dots: Hashable, Sendable {
    package let shown: Int
    package let wanted: Int
  }

  /// - Parameters:
  ///   - times: above 1.
  ///   - density: of the print; nil for a collage that isn't one.
  init(_ times: Double, _ density: Density?) {
    tenths = Int((times * 10).rounded(.up))
    dots = density.map {
      Dots(shown: Int(Double($0.dotsPerInch) / times), wanted: $0.dotsPerInch)
    }
  }

  /// "1.5×".
  var text: String { "\(tenths / 10).\(tenths % 10)×" }

  /// - Parameter other: in the same print.
  func isGreater(than other: Enlargement) -> Bool {
    (tenths, other.dots?.shown ?? 0) > (other.tenths, dots?.shown ?? 0)
  }
}
