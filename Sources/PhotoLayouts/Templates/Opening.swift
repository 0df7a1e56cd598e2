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
}

extension Opening {
  /// The share of its smallest turned box that a turned rectangle fills at least.
  private static let turnedShare = 0.97
  /// Angles that are meant, in degrees.
  private static let turns = 1.0...44.0

  init(_ region: ClearRegion, number: Int) {
    self.number = number
    bounds = region.bounds
    if let box = TurnedRectangle(around: region), Self.turns.contains(abs(box.turn)),
      Double(region.area) >= Self.turnedShare * box.width * box.height
    {
      rectangle = Region(
        x: box.centreX - box.width / 2, y: box.centreY - box.height / 2, width: box.width,
        height: box.height)
      turn = box.turn
    } else {
      rectangle = Region(of: bounds)
      turn = 0
    }
  }
}
