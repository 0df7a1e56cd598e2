/// What a picture shows. Heights go from 0 at the top to 1 at the bottom; widths are shares of the
/// picture's height.
struct Landscape {
  /// What stands on a hill, all along it.
  enum Growth {
    case nothing, firs, houses
  }

  /// A hill or a range of them: everything below its crest.
  struct Hill {
    /// The height of its crest in the middle, and how far that goes up and down.
    let crest: Float
    let relief: Float
    /// The number of its summits in a picture that is as wide as high.
    let summits: Float
    let top: FloatColour
    let bottom: FloatColour
    /// How strong the pattern of its ground is, and how much it is drawn out sideways.
    var ground: Float = 0.3
    var stretch: Float = 2
    /// The colour of single bright points, if it has any: flowers, glitter or lit windows.
    var points: FloatColour?
    var growth = Growth.nothing
  }

  let zenith: FloatColour
  let horizon: FloatColour
  let clouds: FloatColour
  /// The sun or the moon: its place, with its position to the right as a share of the width.
  let sun: (right: Float, down: Float, radius: Float)
  let light: FloatColour
  var stars = false
  /// The furthest first.
  let hills: [Hill]

  static let all = [
    // A sunset over the sea.
    Landscape(
      zenith: 0x2A3768, horizon: 0xFFB066, clouds: 0x8A5878, sun: (0.62, 0.50, 0.05),
      light: 0xFFE9B0,
      hills: [
        Hill(crest: 0.56, relief: 0.16, summits: 2, top: 0x5A3A58, bottom: 0x4A2E4A),
        Hill(
          crest: 0.60, relief: 0, summits: 1, top: 0xE89A6A, bottom: 0x1C3554, ground: 0.8,
          stretch: 9, points: 0xFFD090
        ),
        Hill(crest: 0.97, relief: 0.2, summits: 1.2, top: 0x2A2030, bottom: 0x181420, ground: 0.5),
      ]),
    // Mountains with snow, and firs before them.
    Landscape(
      zenith: 0x3F74B8, horizon: 0xD6E4EE, clouds: 0xFBF8F2, sun: (0.74, 0.20, 0.03),
      light: 0xFFF8E6,
      hills: [
        Hill(
          crest: 0.42, relief: 0.5, summits: 2.6, top: 0xF2F4F8, bottom: 0x7E93AE, ground: 0.5,
          stretch: 1),
        Hill(
          crest: 0.58, relief: 0.4, summits: 3, top: 0x8C97A6, bottom: 0x5E7080, ground: 0.6,
          stretch: 1),
        Hill(crest: 0.72, relief: 0.25, summits: 3, top: 0x5C7A56, bottom: 0x47633F, ground: 0.4),
        Hill(
          crest: 0.90, relief: 0.12, summits: 2, top: 0x2A4630, bottom: 0x16281C, ground: 0.5,
          growth: .firs),
      ]),
    // A city at night, and a river.
    Landscape(
      zenith: 0x0A1230, horizon: 0xA0606A, clouds: 0x3A2E58, sun: (0.2, 0.2, 0.02), light: 0xE8ECFF,
      stars: true,
      hills: [
        Hill(
          crest: 0.60, relief: 0.1, summits: 2, top: 0x3A3560, bottom: 0x2A2850, points: 0xFFD890,
          growth: .houses),
        Hill(
          crest: 0.70, relief: 0.06, summits: 2, top: 0x1C1C3A, bottom: 0x12122A, points: 0xFFE2A0,
          growth: .houses),
        Hill(
          crest: 0.78, relief: 0, summits: 1, top: 0x6A4A60, bottom: 0x101830, ground: 0.8,
          stretch: 8, points: 0xE8B070
        ),
      ]),
    // A meadow with flowers.
    Landscape(
      zenith: 0x3E7FCC, horizon: 0xCFE4F2, clouds: 0xFFFFFF, sun: (0.82, 0.12, 0.035),
      light: 0xFFF6D8,
      hills: [
        Hill(crest: 0.50, relief: 0.16, summits: 2, top: 0x8FA9B8, bottom: 0x7C9AA0),
        Hill(
          crest: 0.58, relief: 0.12, summits: 2.4, top: 0x5B8048, bottom: 0x4A7040, growth: .firs),
        Hill(
          crest: 0.66, relief: 0.08, summits: 1.4, top: 0x9CC05A, bottom: 0x3F7A2C, ground: 0.9,
          stretch: 1,
          points: 0xF8E24A),
      ]),
    // Dunes.
    Landscape(
      zenith: 0x4C8CC8, horizon: 0xEED9B8, clouds: 0xF4E6D0, sun: (0.25, 0.16, 0.05),
      light: 0xFFFAE0,
      hills: [
        Hill(
          crest: 0.48, relief: 0.14, summits: 2, top: 0xD8A870, bottom: 0xB07A4C, ground: 0.2,
          stretch: 3),
        Hill(
          crest: 0.62, relief: 0.26, summits: 1.2, top: 0xECBE7C, bottom: 0xA8683C, ground: 0.25,
          stretch: 3),
        Hill(
          crest: 0.84, relief: 0.3, summits: 1, top: 0xF2C888, bottom: 0x8E5430, ground: 0.3,
          stretch: 4),
      ]),
    // A hill with snow and firs at dusk, under the full moon.
    Landscape(
      zenith: 0x131D42, horizon: 0xC79AA8, clouds: 0x6C6A9C, sun: (0.3, 0.2, 0.07), light: 0xFBF6E6,
      stars: true,
      hills: [
        Hill(
          crest: 0.58, relief: 0.14, summits: 1.6, top: 0x9A92B8, bottom: 0x7E80AC, growth: .firs),
        Hill(
          crest: 0.70, relief: 0.16, summits: 1.2, top: 0xD0D6EC, bottom: 0x8088B4, ground: 0.25,
          stretch: 3,
          growth: .firs),
        Hill(
          crest: 0.84, relief: 0.14, summits: 0.9, top: 0xE4EAF8, bottom: 0x5A679C, ground: 0.3,
          stretch: 3,
          points: 0xFFFFFF),
      ]),
  ]
}
