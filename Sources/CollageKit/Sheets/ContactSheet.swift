internal import Imaging
internal import PhotoLayouts
package import ReactiveTraits

/// The best layouts of some photos as one numbered picture, to choose one from.
package struct ContactSheet: Sendable {
  /// The maximum number of layouts on a sheet: more can't be compared by eye, and would take
  /// hundreds of megabytes.
  package static let maxLayouts = 100
  /// The longer side of a layout on the sheet, in pixels.
  private static let tileSide = 480
  private static let gap = 24
  /// The width and height of a digit's dot in pixels.
  private static let dot = 4

  private let maker: CollageMaker

  package init(_ maker: CollageMaker) { self.maker = maker }

  /// A sheet of the best `count` layouts, at most `maxLayouts`, or of all if there are fewer: one
  /// sheet, then finished; or one failure. Cold; cancelling stops the work.
  package func sheet(of photos: [Photo], count: Int) -> Single<Collage, CollageError> {
    let early = maker.earlyDrawing()
    return maker.plan(photos, drawing: early).flatMap { best in
      // Compose the best one at full size first, so that bad photos are reported now and not once a
      // layout has been chosen.
      maker.compose(best, continuing: early).flatMap { collage in
        Single.work { cancellation throws(CollageError) in
          let plans = try plans(photos, count: min(count, best.choices), cancellation)
          let sheet = Self.sheet(of: plans)
          return sheet.collage(
            of: "layouts", try draw(plans, on: sheet, cancellation), maker, inputs: collage.inputs,
            warnings: collage.warnings + best.warnings)
        }
      }
    }
  }

  /// The best `count` layouts.
  private func plans(
    _ photos: [Photo], count: Int, _ cancellation: Cancellation
  ) throws(CollageError) -> [CollagePlan] {
    var plans: [CollagePlan] = []
    for pick in 1...count {
      let options = maker.made.with(\.layout.pick, pick)
      plans.append(
        try CollagePlan(
          photos, options, faces: maker.context.faces, memory: maker.context.resources.memory,
          isCancelled: { cancellation.isCancelled }))
    }
    return plans
  }

  private static func sheet(of plans: [CollagePlan]) -> TileSheet {
    let tiles = plans.enumerated().map { index, plan in
      TileSheet.Tile(
        label: "\(index + 1)", size: plan.layout.canvas.scaled(toLongSide: tileSide))
    }
    let room = PixelSize(
      width: tiles.map(\.size.width).max() ?? 1, height: tiles.map(\.size.height).max() ?? 1)
    return TileSheet(tiles, room: room, gap: gap, dot: dot)
  }

  /// Draws each layout as a preview.
  private func draw(
    _ plans: [CollagePlan], on sheet: TileSheet, _ cancellation: Cancellation
  ) throws(CollageError) -> Raster {
    try maker.checkMemory(for: sheet.layout.canvas)
    let raster = try Raster.allocated(
      sheet.layout.canvas, filledWith: .white, orThrow: { CollageError.outOfMemory($0) })
    let composer = PreviewComposer(resources: maker.context.resources)
    for (plan, frame) in zip(plans, sheet.layout.frames) {
      let tile = try composer.compose(plan, maker.made, size: frame.size, cancellation).raster
      raster.copy(PixelRect(frame.size), of: tile, to: frame.bounds)
    }
    return raster
  }
}
