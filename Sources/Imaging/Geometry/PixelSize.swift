/// The size of a picture in whole pixels.
package struct PixelSize: Codable, Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// `WIDTHxHEIGHT`, both from 1 to 1,000,000; nil for any other text.
  package init?(_ text: String) {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map {
      Int($0)
    }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    self.init(width: width, height: height)
    guard isAllowed else { return nil }
  }

  /// Whether a user or a recipe may state this size: 1 to 1,000,000 pixels on each side.
  package var isAllowed: Bool {
    (1...1_000_000).contains(width) && (1...1_000_000).contains(height)
  }

  /// The number of pixels. Can't overflow for any size that a picture's header can state.
  package var pixels: Int { width * height }

  /// The size with width and height exchanged.
  package var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// The size with these proportions whose longer side has so many pixels; the shorter one has at
  /// least one.
  package func scaled(toLongSide side: Int) -> PixelSize {
    let scale = Double(side) / Double(max(width, height))
    return PixelSize(
      width: max(Int((Double(width) * scale).rounded()), 1),
      height: max(Int((Double(height) * scale).rounded()), 1))
  }

  /// This size, reduced if its longer side has more pixels than that.
  package func reduced(toLongSide side: Int) -> PixelSize {
    max(width, height) > side ? scaled(toLongSide: side) : self
  }
}

extension PixelSize: CustomStringConvertible {
  package var description: String { "\(width)x\(height)" }
}
