internal import Imaging
internal import PhotoCodecs

/// The colour of a text on a picture, and how much the picture must be shaded for a contrast of at
/// least 4.5:1, as the Web Content Accessibility Guidelines 2.1 require.
struct TextContrast {
  let colour: Colour
  let shadeColour: Colour
  /// The opacity of the shade, 0 to 1.
  let shade: Double

  private static let least = 4.5

  /// - Parameters:
  ///   - given: the text's colour; nil for black or white, whichever has more contrast.
  ///   - luminances: those of the pixels below it, 0 to 1, sorted; if empty, white is assumed.
  init(_ given: Colour?, on luminances: [Double]) {
    // Ignore the darkest and brightest specks.
    func luminance(at share: Double) -> Double {
      luminances.isEmpty
        ? 1 : luminances[min(Int(share * Double(luminances.count)), luminances.count - 1)]
    }
    let (darkest, brightest) = (luminance(at: 0.05), luminance(at: 0.95))
    colour = given ?? (1.05 / (brightest + 0.05) > (darkest + 0.05) / 0.05 ? .white : .black)
    let own = colour.luminance
    // Below this luminance a colour contrasts more with white than with black.
    let isLight = own > 0.179
    shadeColour = isLight ? .black : .white
    let limit = isLight ? (own + 0.05) / Self.least - 0.05 : (own + 0.05) * Self.least - 0.05
    let needed = isLight ? 1 - limit / max(brightest, limit) : (limit - darkest) / (1 - darkest)
    shade = min(max(needed, 0), 1)
  }
}
