internal import PhotoCodecs

/// A collage that is laid out; nothing of it is decoded yet.
package struct CollagePlan: Hashable, Sendable {
  package let layout: CollageLayout
  /// The photos in their frames, in order.
  package let placements: [Placement]
  package let measures: LayoutMeasures
  /// How many trees were looked at.
  package let considered: Int
  /// How many layouts there are to pick from.
  package let choices: Int

  /// Lays photos out.
  ///
  /// - Parameter isCancelled: asked every few milliseconds.
  /// - Throws: `canvasTooSmall`, `noSuchLayout`, `otherPhotosInLayout`, `cancelled`.
  package init(
    _ photos: [Photo], style: CollageStyle, isCancelled: () -> Bool = { false }
  ) throws(CollageError) {
    if let tree = style.tree, tree.photos.sorted() != Array(photos.indices) {
      throw .otherPhotosInLayout(tree.photos.map { $0 + 1 }.sorted(), photos: photos.count)
    }
    let request = LayoutRequest(photos.map(\.size), style: style)
    let choice = LayoutChoice(request, isCancelled: isCancelled)
    if isCancelled() { throw .cancelled }
    guard style.pick <= choice.count else { throw .noSuchLayout(style.pick, of: choice.count) }
    guard let layout = choice[style.pick - 1] else { throw .canvasTooSmall(style.canvas, photos: photos.count) }
    self.layout = layout
    placements = zip(photos, layout.frames).enumerated().map { place, photo in
      Placement(filling: photo.1, with: photo.0, around: style[photo: place].focus, style.fidelity)
    }
    measures = LayoutMeasures(placements, emptyShare: layout.emptyShare, weights: request.shapes.map(\.weight))
    considered = choice.considered
    choices = choice.count
  }
}

extension CollagePlan {
  /// What should be said of photos that have too few pixels for the paper, each once.
  func enlargements(at density: Density?) -> [PhotoWarning] {
    guard let density else { return [] }
    return placements.filter { $0.enlargement > 1.005 }.map { placement in
      let tenths = Int((placement.enlargement * 10).rounded(.up))
      let dots = Int(Double(density.dotsPerInch) / placement.enlargement)
      return PhotoWarning(
        path: placement.photo.path,
        reason:
          "it is enlarged \(tenths / 10).\(tenths % 10) times; it has \(dots) of \(density.dotsPerInch) dots per inch")
    }.uniqued()
  }
}

extension LayoutRequest {
  /// - Parameter sizes: of the photos, upright.
  init(_ sizes: [PixelSize], style: CollageStyle) {
    self.init(
      sizes.enumerated().map { place, size in
        let wish = style[photo: place]
        return PhotoShape(size, weight: wish.weight, cropTolerance: wish.staysWhole ? 0 : 1)
      })
    canvas = style.canvas
    self.style = style.layout
    tree = style.tree
    order = style.order
    gap = style.gap
    margin = style.margin
    border = style.border?.width ?? .zero
  }
}
