package import Imaging

/// Where something lies in a picture, in words.
package enum PlaceName {
  /// Of the picture's width or height: what is larger takes all of it.
  private static let wholeShare = 0.8
  /// What is nearer to the middle than this, in shares of the width or height, lies there.
  private static let middleShare = 0.1

  /// "top left", "left", "bottom", "centre"; "whole picture" for what takes nearly all of it.
  package static func text(of area: PixelRect, on canvas: PixelSize) -> String {
    let words = [
      side(2 * area.y + area.height, of: canvas.height, "top", "bottom"),
      side(2 * area.x + area.width, of: canvas.width, "left", "right"),
    ].compactMap(\.self)
    if !words.isEmpty { return words.joined(separator: " ") }
    let isWhole =
      Double(area.width) > wholeShare * Double(canvas.width)
      && Double(area.height) > wholeShare * Double(canvas.height)
    return isWhole ? "whole picture" : "centre"
  }

  /// "at the top left", "in the centre", "in the whole picture".
  package static func phrase(of area: PixelRect, on canvas: PixelSize) -> String {
    phrase(text(of: area, on: canvas))
  }

  static func phrase(_ text: String) -> String {
    text == "centre" || text == "whole picture" ? "in the \(text)" : "at the \(text)"
  }

  /// Nil in the middle.
  ///
  /// - Parameter doubledMiddle: twice the middle's distance from the picture's left or top.
  private static func side(
    _ doubledMiddle: Int, of length: Int, _ first: String, _ last: String
  ) -> String? {
    let offset = Double(doubledMiddle) / 2 / Double(max(length, 1)) - 0.5
    if abs(offset) <= middleShare { return nil }
    return offset < 0 ? first : last
  }
}
