internal import Imaging
package import PhotoLayouts

/// The size of captions; a title belongs to captions of a size, too, and is larger.
package enum TextSize: Hashable, Sendable {
  /// As large as suits the canvas and the number of its frames.
  case automatic
  case length(Length)
  /// In points of 1/72 inch on paper.
  case points(Double)

  /// What it can be at most, in points.
  private static let mostPoints = 1000.0
  /// Where a canvas isn't on paper.
  private static let density = 300.0

  /// `auto`, `9pt`, or a length above 0; nil for any other text.
  package init?(_ text: String) {
    if text == "auto" {
      self = .automatic
    } else if text.hasSuffix("pt") {
      guard let points = Double(decimal: String(text.dropLast(2))), points > 0,
        points <= Self.mostPoints
      else { return nil }
      self = .points(points)
    } else {
      guard let length = Length(text), !length.isZero else { return nil }
      self = .length(length)
    }
  }

  /// As a user would write it.
  package var text: String {
    switch self {
    case .automatic: "auto"
    case .length(let length): length.text
    case .points(let points): "\(points.shortText)pt"
    }
  }

  /// - Parameter count: how many photos there are.
  func ofCaptions(_ count: Int, on canvas: Canvas) -> Length {
    guard self == .automatic else { return ofTitle(on: canvas) }
    // A frame's side is about the canvas's, divided by the root of their number.
    return .percent(min(Self.percent, Self.framePercent / Double(max(count, 1)).squareRoot()))
  }

  /// That of the captions to which the title belongs: without frames.
  func ofTitle(on canvas: Canvas) -> Length {
    switch self {
    case .automatic: .percent(Self.percent)
    case .length(let length): length
    case .points(let points): .pixels(points / 72 * Self.dotsPerInch(of: canvas))
    }
  }

  /// Of the canvas's short side.
  private static let percent = 3.0
  /// Of the side of a square frame: on a sheet of forty a caption of one line takes about a tenth
  /// of its frame.
  private static let framePercent = 7.2

  private static func dotsPerInch(of canvas: Canvas) -> Double {
    if case .print(let size) = canvas { Double(size.density.dotsPerInch) } else { density }
  }
}
