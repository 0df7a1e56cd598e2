/// The colours that an e-ink screen has.
package enum ScreenPalette: String, Hashable, Sendable, CaseIterable {
  /// Any.
  case none
  /// E Ink Spectra 6.
  case spectra6
  /// E Ink Gallery and other screens with seven colours (Advanced Color ePaper).
  case acep
  case grey4

  /// As drivers of these screens expect them; none where any colour is shown.
  package var colours: [Colour] {
    let plain: [Colour] = [.black, .white]
    let basic = [
      Colour(red: 255, green: 255, blue: 0), Colour(red: 255, green: 0, blue: 0),
      Colour(red: 0, green: 0, blue: 255), Colour(red: 0, green: 255, blue: 0),
    ]
    return switch self {
    case .none: []
    case .spectra6: plain + basic
    case .acep: plain + basic + [Colour(red: 255, green: 128, blue: 0)]
    case .grey4: [0, 85, 170, 255].map { Colour(red: $0, green: $0, blue: $0) }
    }
  }
}
