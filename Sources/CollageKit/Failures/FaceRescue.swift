internal import PhotoLayouts

/// A choice with which a collage would cut no face.
package enum FaceRescue: Hashable, Sendable {
  /// The layout of this rank.
  case pick(Int)
  /// The layout `mosaic`.
  case mosaic
  /// An automatic canvas.
  case freeCanvas
  /// Both.
  case mosaicOnFreeCanvas
  /// In a template, which decides all else: another point around which the photo is cropped, as
  /// users write it; nil where no point shows what is cut.
  case focus(String?)
  /// The photo without its zoom.
  case withoutZoom
  /// Where no other layout helps, a point around which a crop shows what is cut now, though perhaps
  /// not the photo's other faces.
  case point(String)

  /// In the order in which they are tried: what changes less comes first. A canvas on paper stays,
  /// because prints and books need it, and so do cells, which say how photos lie.
  static func candidates(for options: LayoutOptions) -> [Self] {
    let isMosaic = options.style == .mosaic && options.tree == nil
    let isFree = options.canvas == .auto
    let staysOnPaper = options.canvas.density != nil
    var candidates: [Self] = []
    if options.isSearched, options.pick > 1 { candidates.append(.pick(1)) }
    if options.cells != nil { return candidates }
    if !isMosaic { candidates.append(.mosaic) }
    if isFree || staysOnPaper { return candidates }
    if options.tree == nil { candidates.append(.freeCanvas) }
    if !isMosaic { candidates.append(.mosaicOnFreeCanvas) }
    return candidates
  }

  /// The options with this choice.
  func applied(to options: LayoutOptions) -> LayoutOptions {
    var options = options
    switch self {
    case .focus, .point, .withoutZoom: return options
    case .pick, .mosaic, .freeCanvas, .mosaicOnFreeCanvas: break
    }
    if case .pick(let rank) = self {
      options.pick = rank
      return options
    }
    options.pick = 1
    if self != .freeCanvas { (options.style, options.tree) = (.mosaic, nil) }
    if self != .mosaic { options.canvas = .auto }
    return options
  }
}
