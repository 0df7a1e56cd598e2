package import Imaging
internal import PhotoLayouts
internal import SafeText

/// What is shown where there is no photo.
package enum Background: Hashable, Sendable, CustomStringConvertible {
  case colour(Colour)
  /// The photos themselves, extended beyond their frames and blurred; darker by so many percent of
  /// their lightness, 0 to 100.
  case blur(darkenedBy: Double = 0)

  package static let white = Background.colour(.white)

  private static let blurred = "blur"

  /// A colour, `blur`, or `blur,40%`; nil for any other text.
  package init?(_ text: String) {
    let parts = text.lowercased().parts(at: ",", maxSplits: 1)
    if parts[0] == Self.blurred {
      guard parts.count == 2 else {
        self = .blur()
        return
      }
      guard parts[1].hasSuffix("%"), let percent = Double(decimal: String(parts[1].dropLast())),
        (0...100).contains(percent)
      else { return nil }
      self = .blur(darkenedBy: percent)
    } else if let colour = Colour(text) {
      self = .colour(colour)
    } else {
      return nil
    }
  }

  /// Whether it is fully opaque.
  var isOpaque: Bool { if case .colour(let colour) = self { colour.isOpaque } else { true } }

  var isBlurred: Bool { if case .blur = self { true } else { false } }

  /// "#rrggbb", "#rrggbbaa" where it is not opaque, "blur" or "blur,40%".
  package var description: String {
    switch self {
    case .colour(let colour): colour.hexadecimal
    case .blur(0): Self.blurred
    case .blur(let percent): "\(Self.blurred),\(percent.shortText)%"
    }
  }
}
