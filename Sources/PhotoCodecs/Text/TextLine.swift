internal import CSandboxedCodecs
package import Imaging

/// A line of text, and where to draw it.
package struct TextLine: Hashable, Sendable {
  /// The whole text, which decides the direction of writing.
  package var paragraph: TextCharacters
  /// The indices of the line's scalars in the paragraph; not empty.
  package var range: Range<Int>
  /// The place on the canvas, in pixels. The line is centred in it, and whatever doesn't fit is cut
  /// off.
  package var box: PixelRect
  /// The size in pixels per em, and the distance from the top of the box to the baseline, in
  /// pixels.
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

/// What a worker has measured about a character.
package struct TextMeasure: Hashable, Sendable {
  /// The distance in ems from this character to the next one that is drawn separately; 0 for one
  /// that is drawn together with an earlier one.
  package let advance: Double
  /// The index of its font; nil if no font has the character.
  package let font: Int?
}
