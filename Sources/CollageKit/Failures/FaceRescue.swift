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
  /// Another point around which the photo is cropped, perhaps: a template decides all else.
  case focus

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
    if self == .focus { return options }
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
