/// The size of a picture in whole pixels.
package struct PixelSize: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// `WIDTHxHEIGHT`, both from 1 to 1,000,000; nil for any other text.
  package init?(_ text: String) {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...1_000_000).contains(width), (1...1_000_000).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  /// The number of pixels. Can't overflow for any size that a picture's header can state.
  package var pixels: Int { width * height }

  /// The size with width and height exchanged.
  package var transposed: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
  package var description: String { "\(width)x\(height)" }
}
