internal import Imaging
internal import PhotoCodecs

/// The colour of a text outside photos, and how much specks of the background below it must be
/// shaded for a contrast of at least 4.5:1, as the Web Content Accessibility Guidelines 2.1
/// require.
struct TextContrast {
  let colour: Colour
  let shadeColour: Colour
  /// The luminance of the background that contrasts just enough: a light text's highest, a dark
  /// one's lowest.
  private let limit: Double
  private let isLight: Bool

  /// With room for what is lost when colours are rounded to 8 bits.
  private static let least = 4.6

  /// - Parameters:
  ///   - given: the text's colour; nil for black or white, whichever has more contrast.
  ///   - luminances: those of the pixels below it, 0 to 1, sorted; if empty, white is assumed.
  init(_ given: Colour?, on luminances: [Double]) {
    // The choice ignores the darkest and brightest specks.
    func luminance(at share: Double) -> Double {
      luminances.isEmpty
        ? 1 : luminances[min(Int(share * Double(luminances.count)), luminances.count - 1)]
    }
    let (darkest, brightest) = (luminance(at: 0.05), luminance(at: 0.95))
    colour = given ?? (1.05 / (brightest + 0.05) > (darkest + 0.05) / 0.05 ? .white : .black)
    let own = colour.luminance
    // Below this luminance a colour contrasts more with white than with black.
    isLight = own > 0.179
    shadeColour = isLight ? .black : .white
    let limit = isLight ? (own + 0.05) / Self.least - 0.05 : (own + 0.05) * Self.least - 0.05
    self.limit = min(max(limit, 0), 1)
  }

  /// The opacity that a pixel by itself needs.
  func speckShade(of pixel: Colour) -> Double {
    let alpha = Double(pixel.alpha) / 255
    let luminance = pixel.luminance * alpha + 1 - alpha
    return isLight ? Self.shade(luminance, limit) : Self.shade(1 - luminance, 1 - limit)
  }

  private static func shade(_ distance: Double, _ limit: Double) -> Double {
    distance > limit ? 1 - limit / distance : 0
  }
}
