package import Imaging

/// How a text says numbers and signs: as they are usually written, or in words for somebody who has
/// them read aloud.
package enum Voice: Hashable, Sendable {
  case written
  case spoken

  /// "2400x1600", "2400 by 1600".
  package func size(_ size: PixelSize) -> String {
    self == .written ? "\(size)" : "\(size.width) by \(size.height)"
  }

  /// "842 kB", "842 kilobytes".
  package func bytes(_ count: Int) -> String {
    self == .written ? count.asBytes : SpokenText.units(in: count.asBytes)
  }

  /// "5%", "5 percent".
  package func percent(_ share: Double) -> String {
    let isTiny = share > 0 && share < 0.005
    let number = isTiny ? "under 1" : "\(Int((share * 100).rounded()))"
    return number + (self == .written ? "%" : " percent")
  }

  /// "2.4 megapixels".
  package static func megapixels(_ size: PixelSize) -> String {
    let tenths = (size.pixels + 50_000) / 100_000
    if tenths < 1 { return "less than 0.1 megapixels" }
    let decimal = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
    return "\(tenths / 10)\(decimal) megapixels"
  }
}
