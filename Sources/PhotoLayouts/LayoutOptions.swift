package import Imaging

/// Where photos go, and on what canvas.
package struct LayoutOptions: Hashable, Sendable {
  /// Automatic by default: the layout decides the proportions.
  package var canvas = Canvas.auto
  /// The longer side of a canvas that is `auto` or a ratio, in pixels; 2400 by default.
  package var longSide = 2400
  package var style = LayoutStyle.mosaic
  package var order = PhotoOrder.kept
  /// How strongly to favour equal sizes over little cropping: 0 crops least, 1 makes sizes as even
  /// as possible; 0.5 by default.
  package var balance = 0.5
  /// The rank of the layout to use, from 1 for the best; 1 by default.
  package var pick = 1
  /// A layout that replaces the style; nil for none.
  package var tree: SlicingTree?
  /// How photos without an option of their own are cropped; `auto` by default.
  package var focus = FocusRule.auto
  /// The space between photos; 0 by default.
  package var gap = Length.zero
  /// The space around all photos; 0 by default.
  package var margin = Length.zero

  package init() {}

  /// The canvas in pixels; nil where the layout decides.
  package var canvasSize: PixelSize? { canvas.size(longSide: longSide) }

  /// "auto", "auto, 1200 pixels long", "16:9, 2400x1350", or the size in pixels.
  package var canvasText: String {
    switch canvas {
    case .auto: longSide == LayoutOptions().longSide ? "auto" : "auto, \(longSide) pixels long"
    case .ratio(let ratio): "\(ratio.text), \(ratio.size(longSide: longSide))"
    case .pixels(let size): size.description
    case .print(let size): size.pixels.description
    }
  }

  /// Whether a layout is chosen from many by a search.
  package var isSearched: Bool { tree == nil && style.isSearched }

  /// "mosaic", or "file" for a given tree.
  package var name: String { tree == nil ? style.rawValue : Self.nameOfTree }

  package static let nameOfTree = "file"
}

/// How to choose the crop of a photo that has no option of its own.
package enum FocusRule: String, Hashable, Sendable, CaseIterable {
  /// As close to the centre as possible without cutting faces.
  case auto
  case centre
}
