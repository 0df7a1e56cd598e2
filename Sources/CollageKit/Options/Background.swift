package import Imaging

/// What is shown where there is no photo.
package enum Background: Hashable, Sendable, CustomStringConvertible {
  case colour(Colour)
  /// The photos themselves, extended beyond their frames and blurred.
  case blur

  package static let white = Background.colour(.white)

  /// A colour, or `blur`; nil for any other text.
  package init?(_ text: String) {
    if text.lowercased() == "blur" {
      self = .blur
    } else if let colour = Colour(text) {
      self = .colour(colour)
    } else {
      return nil
    }
  }

  /// Whether it is fully opaque.
  var isOpaque: Bool { if case .colour(let colour) = self { colour.isOpaque } else { true } }

  /// "#rrggbb", "#rrggbbaa" where it is not opaque, or "blur".
  package var description: String {
    switch self {
    case .colour(let colour): colour.hexadecimal
    case .blur: "blur"
    }
  }
}
