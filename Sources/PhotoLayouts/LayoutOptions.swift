package import Imaging

/// Where photos go, and on what canvas.
package struct LayoutOptions: Hashable, Sendable {
  /// Automatic by default: the layout decides the proportions.
  package var canvas = Canvas.auto
  /// The longer side of a canvas that is `auto` or a ratio, in pixels; 2400 by default.
  package var longSide = 2400
  package var style = LayoutStyle.mosaic
  package var order = PhotoOrder.kept
  /// How much alike sizes count against crop: 0 for the least crop, 1 for sizes as even as can be.
  package var balance = 0.5
  /// The rank of the layout to use, from 1 for the best.
  package var pick = 1
  /// A layout that replaces the style; nil for none.
  package var tree: SlicingTree?
  /// How photos are cropped whose own options don't say it; `auto` by default.
  package var focus = FocusRule.auto
  /// The room between photos; 0 by default.
  package var gap = Length.zero
  /// The room around all photos; 0 by default.
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

  /// Whether the layout is looked for among many.
  package var isSearched: Bool { tree == nil && style != .grid && style != .strip }

  /// "mosaic", or "file" for a given tree.
  package var name: String { tree == nil ? style.rawValue : Self.nameOfTree }

  package static let nameOfTree = "file"
}

/// How the crops of photos are chosen whose own options don't say it.
package enum FocusRule: String, Hashable, Sendable, CaseIterable {
  /// As near to the centre as keeps faces whole.
  case auto
  case centre
}
