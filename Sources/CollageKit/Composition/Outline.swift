package import PhotoCodecs

/// A line or a shadow around each photo: how wide it is, and its colour.
package struct Outline: Hashable, Sendable {
  package var width: Length
  package var colour: Colour

  package init(width: Length, colour: Colour) {
    self.width = width
    self.colour = colour
  }

  /// White, as around a print.
  package static let borderColour = Colour.white
  /// Black, seen by a half.
  package static let shadowColour = Colour(red: 0, green: 0, blue: 0, alpha: 128)
}

extension Outline {
  /// A length, then maybe a comma and a colour: `1%,navy`; nil for any other text.
  ///
  /// - Parameter colour: where the text names none.
  package init?(_ text: String, colour: Colour) {
    let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let width = Length(parts[0]) else { return nil }
    guard parts.count == 2 else {
      self.init(width: width, colour: colour)
      return
    }
    guard let colour = Colour(parts[1]) else { return nil }
    self.init(width: width, colour: colour)
  }
}

extension Length {
  /// `12`, `12px` or `1.5%`, at most 100,000 pixels or 50 percent; nil for any other text.
  package init?(_ text: String) {
    let isPercent = text.hasSuffix("%")
    let digits = isPercent ? text.dropLast() : text.hasSuffix("px") ? text.dropLast(2) : text[...]
    guard let value = Double(digits), (0...(isPercent ? 50 : 100_000)).contains(value) else { return nil }
    self = isPercent ? .percent(value) : .pixels(value)
  }

  var isZero: Bool {
    switch self {
    case .pixels(let value), .percent(let value): value == 0
    }
  }
}

extension Length: CustomStringConvertible {
  /// "12.0px" or "1.5%".
  package var description: String {
    switch self {
    case .pixels(let pixels): "\(pixels)px"
    case .percent(let percent): "\(percent)%"
    }
  }
}
