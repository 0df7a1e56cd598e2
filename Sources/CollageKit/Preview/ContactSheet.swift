internal import PhotoCodecs
package import ReactiveTraits

/// The best layouts of some photos as one numbered picture, to choose one from.
package struct ContactSheet: Sendable {
  /// The limit of layouts on a sheet: more can't be compared by eye, and would need hundreds of megabytes.
  package static let maxLayouts = 100
  /// The longer side of a layout on the sheet, in pixels.
  private static let tileSide = 480
  private static let gap = 24
  /// The width and height of a digit's dot in pixels.
  private static let dot = 4

  private let maker: CollageMaker

  package init(_ maker: CollageMaker) { self.maker = maker }

  /// A sheet of the best `count` layouts, or of all when there are fewer: one sheet, then finished; or one failure.
  /// Cold; cancelling stops the work.
  ///
  /// - Parameter count: at most `maxLayouts`.
  package func sheet(of photos: [Photo], count: Int) -> Single<Collage, CollageError> {
    maker.plan(photos).flatMap { best in
      // Compose the best one in full first, so that bad photos are reported now, not when a layout has been chosen.
      maker.compose(best).flatMap { collage in
        Single.work { cancellation throws(CollageError) in
          let sheet = try draw(photos, count: min(count, best.choices), cancellation)
          // The sheet shows several layouts, so its recipe names no photos.
          let recipe = Recipe([], digests: [], on: sheet.size, CollageOptions(), maker.encoding)
          return Collage(
            pixels: PixelBands(sheet, as: maker.encoding), recipe: recipe, inputs: collage.inputs,
            warnings: collage.warnings + best.ignoredOrientations)
        }
      }
    }
  }

  /// Draws the best `count` layouts, each as a preview below its number.
  private func draw(
    _ photos: [Photo], count: Int, _ cancellation: Cancellation
  ) throws(CollageError) -> Raster {
    var plans: [CollagePlan] = []
    for pick in 1...count {
      let options = maker.options.with(\.layout.pick, pick)
      plans.append(try CollagePlan(photos, options, isCancelled: { cancellation.isCancelled }))
    }
    let sizes = plans.map { Self.size(of: $0.layout.canvas) }
    let places = Places(sizes)
    let sheet = try raster(places.sheet)
    let composer = PreviewComposer(resources: maker.resources)
    for (index, size) in sizes.enumerated() {
      let tile = try composer.compose(plans[index], maker.options, size: size, cancellation).raster
      DotFont.draw(
        "\(index + 1)", at: places[index].x, places[index].y - Self.labelHeight, dot: Self.dot, in: .black, on: sheet)
      sheet.copy(PixelRect(x: 0, y: 0, width: size.width, height: size.height), of: tile, to: places[index])
    }
    return sheet
  }

  /// A white sheet, if the budget and the system have enough memory.
  private func raster(_ size: PixelSize) throws(CollageError) -> Raster {
    let budget = maker.resources.memory.total
    guard Raster.bytes(of: size) <= budget else {
      throw .canvasNeedsMemory(size, bytes: Raster.bytes(of: size), budget: budget)
    }
    do throws(CodecError) {
      return try Raster(canvas: size, filledWith: .white, in: .sRGB, except: [])
    } catch {
      throw .outOfMemory(size)
    }
  }

  private static func size(of canvas: PixelSize) -> PixelSize {
    let scale = Double(tileSide) / Double(max(canvas.width, canvas.height))
    return PixelSize(
      width: max(Int((Double(canvas.width) * scale).rounded()), 1),
      height: max(Int((Double(canvas.height) * scale).rounded()), 1))
  }

  private static let labelHeight = DotFont.height * dot + gap / 2

  /// The places of the tiles, row by row, each below its number.
  private struct Places {
    let sheet: PixelSize
    private let sizes: [PixelSize]
    private let columns: Int
    /// The size of a place, including the gap.
    private let width: Int
    private let height: Int

    init(_ sizes: [PixelSize]) {
      self.sizes = sizes
      columns = Int(Double(sizes.count).squareRoot().rounded(.up))
      let rows = (sizes.count + columns - 1) / columns
      width = (sizes.map(\.width).max() ?? 1) + gap
      height = (sizes.map(\.height).max() ?? 1) + labelHeight + gap
      sheet = PixelSize(width: columns * width + gap, height: rows * height + gap)
    }

    subscript(index: Int) -> PixelRect {
      PixelRect(
        x: gap + index % columns * width, y: gap + index / columns * height + labelHeight, width: sizes[index].width,
        height: sizes[index].height)
    }
  }
}
