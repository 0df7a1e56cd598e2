internal import Imaging
internal import PhotoCodecs

/// The colour of a text that lies on a picture, and how much the picture is shaded so that the text
/// can be read: its contrast is at least 4.5:1, as the Web Content Accessibility Guidelines 2.1 ask
/// for.
struct TextContrast {
  let colour: Colour
  let shadeColour: Colour
  /// The share of the shade's colour, 0 to 1.
  let shade: Double

  private static let least = 4.5

  /// - Parameters:
  ///   - given: the text's colour; nil for black or white, whatever has more contrast.
  ///   - luminances: of the pixels below it, sorted, 0 to 1; empty for white.
  init(_ given: Colour?, on luminances: [Double]) {
    // A few specks don't count.
    func luminance(at share: Double) -> Double {
      luminances.isEmpty
        ? 1 : luminances[min(Int(share * Double(luminances.count)), luminances.count - 1)]
    }
    let (darkest, brightest) = (luminance(at: 0.05), luminance(at: 0.95))
    colour = given ?? (1.05 / (brightest + 0.05) > (darkest + 0.05) / 0.05 ? .white : .black)
    let own = colour.luminance
    // Against white a colour has more contrast than against black below this luminance.
    let isLight = own > 0.179
    shadeColour = isLight ? .black : .white
    let limit = isLight ? (own + 0.05) / Self.least - 0.05 : (own + 0.05) * Self.least - 0.05
    let needed = isLight ? 1 - limit / max(brightest, limit) : (limit - darkest) / (1 - darkest)
    shade = min(max(needed, 0), 1)
  }
}
