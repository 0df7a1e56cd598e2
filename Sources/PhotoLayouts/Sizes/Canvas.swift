package import Imaging

/// The requested size of a collage.
package enum Canvas: Hashable, Sendable {
  /// The layout's natural proportions, so that photos are cropped only for edges that meet; with
  /// `LayoutOptions.longSide`.
  case auto
  /// These proportions; the longer side is `LayoutOptions.longSide`.
  case ratio(AspectRatio)
  case pixels(PixelSize)
  case print(PrintSize)

  /// `auto`, a ratio such as `16:9`, `WIDTHxHEIGHT` with or without `px`, a size on paper such as
  /// `15x10cm@300dpi`, or pixels with a density, such as `2400x1600px@300dpi`; nil for any other
  /// text.
  package init?(_ text: String) {
    let text = Self.withoutSpaces(text)
    if text.lowercased() == "auto" {
      self = .auto
    } else if let ratio = AspectRatio(text) {
      self = .ratio(ratio)
    } else if let size = PixelSize(text.withoutPixelUnit) {
      self = .pixels(size)
    } else if let size = PrintSize(text) {
      self = .print(size)
    } else {
      return nil
    }
  }

  /// `A4-landscape` for `A4 landscape` and `landscape A4`, `16:9` for `16 : 9`.
  private static func withoutSpaces(_ text: String) -> String {
    let words = text.split(separator: " ")
    guard words.count > 1 else { return text }
    let isWay = { (word: Substring) in ["landscape", "portrait"].contains(word.lowercased()) }
    guard let way = words.first(where: isWay) else { return words.joined() }
    return words.filter { !isWay($0) }.joined() + "-" + way
  }

  /// In pixels; nil where the layout decides.
  ///
  /// - Parameter longSide: the longer side of a canvas that has only proportions.
  package func size(longSide: Int) -> PixelSize? {
    switch self {
    case .auto: nil
    case .ratio(let ratio): ratio.size(longSide: longSide)
    case .pixels(let size): size
    case .print(let size): size.pixels
    }
  }

  /// Whether it has no size of its own, so that `LayoutOptions.longSide` counts.
  package var needsLongSide: Bool {
    switch self {
    case .auto, .ratio: true
    case .pixels, .print: false
    }
  }

  /// Nil unless the size is one on paper.
  package var density: Density? { if case .print(let size) = self { size.density } else { nil } }

  /// The same larger or smaller: paper with another density, as near as whole dots come, or pixels;
  /// nil where it has no size of its own.
  package func scaled(toLongSide side: Int) -> Canvas? {
    guard !needsLongSide, let size = size(longSide: side) else { return nil }
    guard case .print(let print) = self, !print.text.contains(String.pixelUnit + "@") else {
      return .pixels(size.scaled(toLongSide: side))
    }
    let times = Double(side) / Double(max(size.width, size.height))
    let dots = Int((Double(print.density.dotsPerInch) * times).rounded())
    let paper = print.text.prefix { $0 != "@" }
    return PrintSize("\(paper)@\(dots)").map(Canvas.print)
  }

  /// As a user would write it: "auto", "16:9", "2400x1600", "40x20px", "A4@300dpi".
  package var text: String {
    switch self {
    case .auto: "auto"
    case .ratio(let ratio): ratio.text
    case .pixels(let size):
      size.description + (UnitlessSize(size.description) == nil ? "" : String.pixelUnit)
    case .print(let size): size.text
    }
  }
}

extension String {
  fileprivate static let pixelUnit = "px"

  fileprivate var withoutPixelUnit: String {
    lowercased().hasSuffix(Self.pixelUnit) ? String(dropLast(Self.pixelUnit.count)) : self
  }
}
