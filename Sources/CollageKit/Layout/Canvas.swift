package import PhotoCodecs

/// The requested size of a collage.
package enum Canvas: Hashable, Sendable {
  /// The layout's natural proportions, so that nothing needs to be cropped; its longer side is
  /// `LayoutOptions.longSide`.
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

  /// In pixels; nil where the layout decides.
  package var size: PixelSize? {
    switch self {
    case .auto: nil
    case .pixels(let size): size
    case .print(let size): size.pixels
    }
  }

  /// Nil unless the size is one on paper.
  package var density: Density? { if case .print(let size) = self { size.density } else { nil } }

  /// As a user would write it: "auto", "2400x1600", "A4@300dpi".
  package var text: String {
    switch self {
    case .auto: "auto"
    case .pixels(let size): size.description
    case .print(let size): size.text
    }
  }
}
