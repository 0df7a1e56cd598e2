internal import Imaging
package import PhotoLayouts

/// How wide an overlay is.
package enum OverlayWidth: Hashable, Sendable {
  /// A percentage of the canvas's width, above 0 and at most 100.
  case percent(Double)
  /// Above 0.
  case length(Length)

  static let standard = OverlayWidth.percent(15)

  /// `15%`, or a length that isn't a percentage: `300`, `20mm`. Nil for any other text.
  init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let percent = Double(decimal: String(text.dropLast())), percent > 0, percent <= 100
      else { return nil }
      self = .percent(percent)
    } else {
      guard let length = Length(text), !length.isZero else { return nil }
      self = .length(length)
    }
  }

  /// As a user would write it.
  var text: String {
    switch self {
    case .percent(let percent): "\(percent.shortText)%"
    case .length(let length): length.text
    }
  }

  /// In whole pixels, at least one.
  func pixels(on size: PixelSize, of canvas: Canvas) -> Int {
    let pixels =
      switch self {
      case .percent(let percent): Double(size.width) * percent / 100
      case .length(let length):
        length.pixels(onShortSide: min(size.width, size.height), of: canvas)
      }
    return max(Int(pixels.rounded()), 1)
  }
}
