package import Imaging

/// A place for a photo in a template.
package struct Opening: Hashable, Sendable {
  /// In reading order, from 1.
  package let number: Int
  /// The smallest upright rectangle that holds the opening, in whole pixels of the template.
  package let bounds: PixelRect
  /// What a photo fills: the bounds, or a turned opening's own rectangle before it is turned about
  /// its middle.
  package let rectangle: Region
  /// In degrees, clockwise; 0 unless it is a turned rectangle.
  package let turn: Double
  /// How many parts it has, which a band such as a ribbon divides; mostly 1.
  package let partCount: Int
  /// What of the rectangle shows the photo; nil for (nearly) all of it.
  package let shape: OpeningShape?
}

extension Opening {
  /// The share of a rectangle that is filled at least by what counts as this rectangle.
  private static let turnedShare = 0.97
  /// Angles that are meant, in degrees.
  private static let turns = 1.0...44.0

  init(_ member: OpeningRegions.Member, number: Int) {
    let region = member.region
    self.number = number
    partCount = member.partCount
    bounds = region.bounds
    if let box = TurnedRectangle(around: region), Self.turns.contains(abs(box.turn)),
      member.filledArea >= Self.turnedShare * box.width * box.height
    {
      rectangle = Region(
        x: box.centreX - box.width / 2, y: box.centreY - box.height / 2, width: box.width,
        height: box.height)
      turn = box.turn
    } else {
      rectangle = Region(of: bounds)
      turn = 0
    }
    shape =
      Double(region.area) >= Self.turnedShare * rectangle.width * rectangle.height
      ? nil : OpeningShape(region.runs, in: rectangle, turn: turn)
  }
}
