internal import Imaging
internal import PhotoCodecs

/// The colour of a caption on a photo, and how the photo is shaded below it: by a smooth shade of
/// its strip, and by a soft shadow that follows the letters. The photo's texture stays visible.
///
/// Near the letters the contrast is at least 4.5:1 on average, as the Web Content Accessibility
/// Guidelines 2.1 require, and at least 3:1 in all but a twentieth of the pixels.
struct CaptionShade {
  let colour: Colour
  let shadeColour: Colour
  /// Nothing at 0, and both opaque at 1.
  let strength: Double

  /// With room for what is lost when colours are rounded to 8 bits, and beside the letters.
  private static let leastMean = 5.0
  private static let leastAnywhere = 3.9
  /// The share of the pixels whose contrast may be less.
  private static let exempt = 0.05
  /// How exactly the strength is found: to one part of 2 to the power of this.
  private static let halvings = 9

  /// A pixel near the letters.
  struct Pixel {
    /// Relative, 0 to 1.
    let luminance: Double
    /// How much of the strip's shade, and of the letters' shadow, falls on it, 0 to 1.
    let depth: Double
    let halo: Double
  }

  /// - Parameters:
  ///   - given: the text's colour; nil for black or white, whichever changes the photo less.
  ///   - pixels: those near the letters.
  init(_ given: Colour?, over pixels: [Pixel]) {
    let choices = (given.map { [$0] } ?? [.white, .black]).map { colour in
      let isLight = colour.luminance > Self.equalContrast
      let strength = Self.strength(colour, isLight: isLight, over: pixels)
      return (
        colour: colour, isLight: isLight, strength: strength,
        change: Self.change(by: strength, isLight: isLight, of: pixels)
      )
    }
    // The first of equal ones: white.
    let best = choices.min { $0.change < $1.change } ?? (.white, true, 0, 0)
    colour = best.colour
    strength = best.strength
    shadeColour = best.isLight ? .black : .white
  }

  /// Below this luminance a colour contrasts more with white than with black.
  private static let equalContrast = 0.179

  /// The opacity of the shade over a pixel, 0 to 1.
  func opacity(depth: Double, halo: Double) -> Double {
    Self.opacity(strength, depth: depth, halo: halo)
  }

  private static func opacity(_ strength: Double, depth: Double, halo: Double) -> Double {
    // Where little is needed, most of it is the shadow, which covers less.
    let strip = strength * (0.45 + 0.55 * strength)
    return 1 - (1 - strip * depth) * (1 - strength * halo)
  }

  /// The least strength with enough contrast.
  private static func strength(_ colour: Colour, isLight: Bool, over pixels: [Pixel]) -> Double {
    let own = colour.luminance
    // A given colour may have less contrast even with black or white.
    let possible = isLight ? (own + 0.05) / 0.05 : 1.05 / (own + 0.05)
    let mean = min(leastMean, 0.97 * possible)
    let least = min(leastAnywhere, 0.97 * possible)
    func isEnough(_ strength: Double) -> Bool {
      let luminances = pixels.map { shaded($0, by: strength, isLight: isLight) }.sorted()
      guard !luminances.isEmpty else { return true }
      func contrast(with luminance: Double) -> Double {
        isLight ? (own + 0.05) / (luminance + 0.05) : (luminance + 0.05) / (own + 0.05)
      }
      let whole = luminances.reduce(0, +) / Double(luminances.count)
      let share = isLight ? 1 - exempt : exempt
      let place = min(Int(share * Double(luminances.count)), luminances.count - 1)
      let worst = luminances[place]
      return contrast(with: whole) >= mean && contrast(with: worst) >= least
    }
    guard !isEnough(0) else { return 0 }
    var low = 0.0
    var high = 1.0
    for _ in 0..<halvings {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return high
  }

  private static func shaded(_ pixel: Pixel, by strength: Double, isLight: Bool) -> Double {
    let opacity = opacity(strength, depth: pixel.depth, halo: pixel.halo)
    return pixel.luminance * (1 - opacity) + (isLight ? 0 : opacity)
  }

  /// By how much CIE L* changes, on average over the pixels.
  private static func change(
    by strength: Double, isLight: Bool, of pixels: [Pixel]
  ) -> Double {
    guard strength > 0 else { return 0 }
    return pixels.map { pixel in
      let after = Lightness.value(ofLuminance: shaded(pixel, by: strength, isLight: isLight))
      return abs(after - Lightness.value(ofLuminance: pixel.luminance))
    }.reduce(0, +) / Double(pixels.count)
  }
}
