package import PhotoCodecs

/// The size of a collage as it is asked for.
package enum CanvasSize: Hashable, Sendable {
  /// As the layout wants it.
  case auto
  case pixels(PixelSize)
  case print(PrintSize)

  /// `auto`, `WIDTHxHEIGHT` or a size on paper such as `15x10cm@300dpi`; nil for any other text.
  package init?(_ text: String) {
    if text.lowercased() == "auto" {
      self = .auto
    } else if let size = PixelSize(text) {
      self = .pixels(size)
    } else if let size = PrintSize(text) {
      self = .print(size)
    } else {
      return nil
    }
  }
}

extension CanvasSize {
  /// Nil where it has nothing to do with paper.
  private var printSize: PrintSize? { if case .print(let size) = self { size } else { nil } }
  var density: Density? { printSize?.density }

  /// Whether the layout has no say in it.
  package var isGiven: Bool { self != .auto }
}

extension CollageStyle {
  /// Takes a canvas over as far as it is given.
  package mutating func setCanvas(_ size: CanvasSize?, longSide: Int?) {
    if let size { density = size.density }
    switch size {
    case .pixels(let size): canvas = .fixed(size)
    case .print(let size): canvas = .fixed(size.pixels)
    case .auto: canvas = .auto(longSide: longSide ?? canvas.longSide ?? Canvas.defaultLongSide)
    case nil: if let longSide { canvas = .auto(longSide: longSide) }
    }
  }
}

extension Canvas {
  /// Nil when both sides are given.
  fileprivate var longSide: Int? { if case .auto(let longSide) = self { longSide } else { nil } }
}

extension Canvas: CustomStringConvertible {
  /// "2400x1600", or "auto".
  package var description: String {
    switch self {
    case .auto(let longSide): longSide == Self.defaultLongSide ? "auto" : "auto, \(longSide) pixels long"
    case .fixed(let size): size.description
    }
  }
}
