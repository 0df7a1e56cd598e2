package import Imaging
package import PhotoLayouts
internal import SafeText

/// A line or a shadow around each photo: how wide it is, and its colour.
package struct Outline: Hashable, Sendable {
  package var width: Length
  package var colour: Colour

  /// White, as around a print.
  package static let borderColour = Colour.white
  /// Half-transparent black.
  package static let shadowColour = Colour(red: 0, green: 0, blue: 0, alpha: 128)
}

extension Outline {
  /// A length, then maybe a comma and a colour: `1%,navy`; nil for any other text.
  ///
  /// - Parameter colour: the colour when the text names none.
  package init?(_ text: String, colour: Colour) {
    let parts = text.parts(at: ",", maxSplits: 1)
    guard let width = Length(parts[0]) else { return nil }
    guard parts.count == 2 else {
      self.init(width: width, colour: colour)
      return
    }
    guard let colour = Colour(parts[1]) else { return nil }
    self.init(width: width, colour: colour)
  }
}
