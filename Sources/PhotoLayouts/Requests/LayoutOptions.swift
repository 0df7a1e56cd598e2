package import Imaging

/// Where photos go, and on what canvas.
package struct LayoutOptions: Hashable, Sendable {
  /// Automatic by default: the layout decides the proportions.
  package var canvas = Canvas.auto
  /// The longer side of a canvas that is `auto` or a ratio, in pixels; nil, the default, for
  /// `longestSide`, or as much less as small photos want.
  package var longSide: Int?
  package var style = LayoutStyle.mosaic
  package var order = PhotoOrder.kept
  /// How strongly to favour equal sizes over little cropping: 0 crops least, 1 makes sizes as even
  /// as possible; 0.5 by default.
  package var balance = 0.5
  /// Cells of a grid that don't depend on the photos; nil, the default, for as many as there are
  /// photos.
  package var cells: GridCells?
  /// The rank of the layout to use, from 1 for the best; 1 by default.
  package var pick = 1
  /// A layout that replaces the style; nil for none.
  package var tree: SlicingTree? {
    didSet { if tree == nil { isArranged = false } }
  }
  /// Whether the tree is that of a layout in which the user has exchanged photos. It then says only
  /// how they lie: their shapes decide their sizes, as where a layout is searched for.
  package var isArranged = false
  /// Where photos lie, whatever the tree and the style say; nil, the default, where these decide.
  /// Every setting of the layout that is chosen ends it.
  package var placed: PlacedFrames?
  /// How photos without an option of their own are cropped; `auto` by default.
  package var focus = FocusRule.auto
  /// Whether photos fill their frames, or all stay whole; `fill` by default.
  package var fit = PhotoFit.fill
  /// The area of one photo, the leader, relative to the others, unless it has a weight of its own;
  /// 1 to 100, 1 by default.
  package var lead = 1.0
  /// The place of the leader, from 0; the first photo unless a collage's plan knows a better one.
  package var leader = 0
  /// What the sizes of the others follow; `equal` by default.
  package var weighting = PhotoWeighting.equal
  /// The weights that follow from that, in the photos' order; a collage's plan knows them. Empty if
  /// all are 1.
  package var impliedWeights: [Double] = []
  /// The space between photos; 1 % of the canvas's short side by default.
  package var gap = Length.percent(1)
  /// The space around all photos, if it was asked for; nil, the default, for `defaultMargin`.
  package var givenMargin: Length?

  package static let defaultMargin = Length.percent(1)

  /// The space around all photos; 1 % of the canvas's short side by default.
  package var margin: Length {
    get { givenMargin ?? Self.defaultMargin }
    set { givenMargin = newValue }
  }

  package init() {}

  /// The longer side of a canvas of which nobody says how large it should be, in pixels.
  package static let defaultLongSide = 2400
  /// The length to which that is reduced at most so that small photos stay sharp.
  static let leastLongSide = 1200
  /// Up to this factor a photo can be enlarged without looking soft.
  package static let sharpEnlargement = 1.5

  /// The longer side that the canvas has, or has at most.
  package var longestSide: Int { longSide ?? Self.defaultLongSide }

  /// The canvas in pixels, or its largest size; nil where the layout decides.
  package var canvasSize: PixelSize? { canvas.size(longSide: longestSide) }

  /// "auto", "auto, 1200 pixels long", "16:9, 1600x900", "16:9, up to 2400x1350", "A4, 2480x3508",
  /// or the size in pixels.
  package var canvasText: String {
    switch canvas {
    case .auto: longSide.map { "auto, \($0) pixels long" } ?? "auto"
    case .ratio(let ratio):
      "\(ratio.text), \(longSide == nil ? "up to " : "")\(ratio.size(longSide: longestSide))"
    case .pixels(let size): size.description
    case .print(let size): "\(size.shortText), \(size.pixels)"
    }
  }

  /// Whether there is a tree that decides sizes, too.
  var hasFixedTree: Bool { tree != nil && !isArranged }

  /// Keeps how photos lie, whatever a search would find; nil to have it searched for.
  package mutating func keep(_ tree: SlicingTree?) {
    self.tree = tree
    isArranged = tree != nil
  }

  /// Has a layout searched for again, in place of one that was given or arranged.
  package mutating func releaseTree() {
    tree = nil
    placed = nil
    pick = 1
  }

  /// Whether a layout is chosen from many by a search.
  package var isSearched: Bool { placed == nil && tree == nil && style.isSearched }

  /// Whether the best layout gives way to one that does less harm to faces.
  package var mayChangeForFaces: Bool { isSearched && pick == 1 }

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
