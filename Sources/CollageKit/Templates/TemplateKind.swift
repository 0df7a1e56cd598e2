package import Imaging
package import PhotoLayouts

/// A plain template to start from.
package enum TemplateKind: Hashable, Sendable {
  /// Four photos below each other, with room for words at the end.
  case strip
  /// One photo with a wide lower border.
  case polaroid
  /// Four photos on a film with holes.
  case filmstrip
  /// So many photos across and down.
  case grid(columns: Int, rows: Int)
  /// Six photos of several sizes.
  case mosaic

  /// The most photos across or down.
  private static let mostInGrid = 30

  /// What users write, of the grid one of many.
  package static let names = ["strip", "polaroid", "filmstrip", "grid-2x3", "mosaic"]

  /// One of the names, or a grid of other numbers, such as `grid-3x4`; nil for any other text.
  package init?(_ text: String) {
    switch text.lowercased() {
    case "strip": self = .strip
    case "polaroid": self = .polaroid
    case "filmstrip": self = .filmstrip
    case "mosaic": self = .mosaic
    case let name:
      guard name.hasPrefix("grid-"), let size = PixelSize(String(name.dropFirst("grid-".count))),
        max(size.width, size.height) <= Self.mostInGrid
      else { return nil }
      self = .grid(columns: size.width, rows: size.height)
    }
  }

  /// Where none is asked for.
  package var defaultCanvas: Canvas {
    let text =
      switch self {
      case .strip, .filmstrip: "2x6in@300dpi"
      case .polaroid: "88x107mm@300dpi"
      case .grid(let columns, let rows): columns > rows ? "15x10cm@300dpi" : "10x15cm@300dpi"
      case .mosaic: "15x10cm@300dpi"
      }
    guard let canvas = Canvas(text) else { preconditionFailure("\(text) is a canvas") }
    return canvas
  }

  /// What is around the openings.
  package var defaultColour: Colour {
    switch self {
    case .filmstrip: Colour(red: 20, green: 20, blue: 20)
    case .polaroid: Colour(red: 252, green: 251, blue: 247)
    case .strip, .grid, .mosaic: .white
    }
  }
}
