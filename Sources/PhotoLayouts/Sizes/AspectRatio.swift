package import Imaging

/// The proportions of a canvas: width to height, such as 16:9.
package struct AspectRatio: Hashable, Sendable {
  private let width: Double
  private let height: Double

  /// `16:9`, `2.35:1`; each number from 0.01 to 10000. Nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } }),
      let width = Double(parts[0]), let height = Double(parts[1]), (0.01...10_000).contains(width),
      (0.01...10_000).contains(height)
    else { return nil }
    self.width = width
    self.height = height
  }

  /// As a user would write it: "16:9".
  package var text: String { "\(width.shortText):\(height.shortText)" }

  /// The size with these proportions whose longer side has this many pixels; no side is empty.
  package func size(longSide: Int) -> PixelSize {
    func shorter(_ share: Double) -> Int { max(Int((Double(longSide) * share).rounded()), 1) }
    return width >= height
      ? PixelSize(width: longSide, height: shorter(height / width))
      : PixelSize(width: shorter(width / height), height: longSide)
  }
}
