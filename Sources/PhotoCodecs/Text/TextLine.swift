internal import CSandboxedCodecs
package import Imaging

/// A line of a text, and where it is to stand.
package struct TextLine: Hashable, Sendable {
  /// The whole text that is shown, which decides the direction.
  package var paragraph: TextCharacters
  /// The places of the line's scalars in it; not empty.
  package var range: Range<Int>
  /// On the canvas, in pixels. The line stands in its middle, and what doesn't fit is cut off.
  package var box: PixelRect
  /// Pixels an em, and from the box's top to the baseline.
  package var size: Double
  package var baseline: Double
  /// In sRGB.
  package var colour: Colour

  package init(
    _ paragraph: TextCharacters, _ range: Range<Int>, in box: PixelRect, size: Double,
    baseline: Double, colour: Colour
  ) {
    precondition(!range.isEmpty && range.upperBound <= paragraph.scalars.count)
    self.paragraph = paragraph
    self.range = range
    self.box = box
    self.size = size
    self.baseline = baseline
    self.colour = colour
  }
}

/// What a worker has found out about a character.
package struct TextMeasure: Hashable, Sendable {
  /// In ems, from this character to the next one that is drawn apart from it; 0 for what is drawn
  /// with an earlier one.
  package let advance: Double
  /// The place of its font; nil if none has the character.
  package let font: Int?
}
