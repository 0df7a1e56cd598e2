package import PhotoLayouts

/// The size of captions; a title belongs to captions of a size, too, and is larger.
package enum TextSize: Hashable, Sendable {
  /// As large as suits the canvas and the number of its frames.
  case automatic
  case length(Length)

  /// `auto`, or a length above 0, such as `9pt`; nil for any other text.
  package init?(_ text: String) {
    if text == "auto" {
      self = .automatic
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
    }
  }

  /// - Parameter count: how many photos there are.
  func ofCaptions(_ count: Int) -> Length {
    guard self == .automatic else { return ofTitle }
    // A frame's side is about the canvas's, divided by the root of their number.
    return .percent(min(Self.percent, Self.framePercent / Double(max(count, 1)).squareRoot()))
  }

  /// Of captions in given cells, or of so many photos.
  func ofCaptions(_ count: Int, in cells: GridCells?) -> Length {
    ofCaptions(cells?.count ?? count)
  }

  /// Of the lines in the margins, which are small even where captions are large.
  var ofMarginLines: Length { self == .automatic ? .percent(Self.marginPercent) : ofTitle }

  /// That of the captions to which the title belongs: without frames.
  var ofTitle: Length {
    switch self {
    case .automatic: .percent(Self.percent)
    case .length(let length): length
    }
  }

  /// Of the canvas's short side.
  private static let percent = 3.0
  /// The same of lines in the margins: 9.5 points on A4.
  private static let marginPercent = 1.6
  /// Of the side of a square frame: on a sheet of forty a caption of one line takes about a tenth
  /// of its frame.
  private static let framePercent = 7.2
}
