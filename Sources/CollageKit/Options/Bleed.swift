package import PhotoLayouts

/// What lies beyond the edge of a collage, to be cut off, at each side.
package enum Bleed: Hashable, Sendable {
  case length(Length)
  /// As much as a print shop needs.
  case shop(PrintShop)

  package static let none = Bleed.length(.zero)

  /// A length, or a shop's name in any case; nil for any other text.
  package init?(_ text: String) {
    if let shop = PrintShop(rawValue: text.lowercased()) {
      self = .shop(shop)
    } else {
      guard let length = Length(text) else { return nil }
      self = .length(length)
    }
  }

  /// As a user would write it.
  package var text: String {
    switch self {
    case .length(let length): length.text
    case .shop(let shop): shop.rawValue
    }
  }

  package var length: Length {
    switch self {
    case .length(let length): length
    case .shop(let shop): shop.bleed
    }
  }
}

/// Print shops that cut off more of a picture than they say when it is ordered.
package enum PrintShop: String, Hashable, Sendable, CaseIterable {
  case saal, pixum, minilab

  /// So much at each side that what is cut off on average, and its tolerance, is mostly bleed.
  var bleed: Length {
    switch self {
    // 3 % of both sides, give or take 2 %, and a cut within 1 mm: 1.5 % of a side of 3:2 is 2.25 %
    // of the short side, the most, 2.5 % of it, 3.75 % and 1 mm, of which the safe zone has the
    // rest.
    case .saal: .percent(3)
    case .pixum: Length("5mm")!
    // A DNP DS620, as in shops and photo booths.
    case .minilab: Length("3mm")!
    }
  }

  /// Who says so.
  package var source: String {
    switch self {
    case .saal:
      "saal-digital.co.uk, \u{201C}Trimming on photos\u{201D} and \u{201C}Cutting and folding "
        + "tolerances\u{201D}"
    case .pixum: "pixum.de, \u{201C}Papiergr\u{F6}\u{DF}en\u{201D}"
    case .minilab: "github.com/PhotoboothProject/photobooth, issue 1003"
    }
  }

  /// A few words, as help says it.
  package var note: String {
    switch self {
    case .saal: "\(bleed.text), enlarges by 3% ± 2% and cuts within 1mm"
    case .pixum: "\(bleed.text), cuts off up to that at each side"
    case .minilab: "\(bleed.text), what printers such as the DNP DS620 lose"
    }
  }
}
