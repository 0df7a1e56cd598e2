internal import PhotoCodecs
package import ReactiveTraits

/// Saved collages as one picture, small, each below the first digits of its id.
package struct LibrarySheet: Sendable {
  /// The limit of collages on a sheet: more make a picture of more than 64 megapixels.
  package static let maxCollages = 1000
  /// The longer side of a collage on the sheet, in pixels.
  private static let tileSide = 200
  private static let gap = 16
  /// The width and height of a letter's dot in pixels.
  private static let dot = 2
  /// How many digits of an id are shown.
  private static let digits = 8
  private static let labelHeight = DotFont.height * dot + gap / 2

  private let maker: CollageMaker

  package init(_ maker: CollageMaker) { self.maker = maker }

  /// A sheet of these assets, in this order: one sheet, then finished; or one failure, which names every asset that
  /// can't be read or decoded. Damaged ones are shown as far as they can be, with a warning. Cold; cancelling stops the
  /// work.
  ///
  /// - Parameters:
  ///   - assets: one to `maxCollages`.
  ///   - writer: what the sheet is for, which is asked first whether it can be saved.
  ///   - progress: receives how much is done, 0 to 1, on any queue.
  package func sheet(
    of assets: [Asset], for writer: any PhotoWriter, progress: @escaping @Sendable (Double) -> Void
  ) -> Single<Collage, CollageError> {
    var maker = maker
    maker.options.decoding.allowsDamage = true
    return maker.photos(at: assets.map { .file($0.path) }).flatMap { [maker] photos in
      maker.check(writer, protecting: photos).flatMap {
        Single.work { cancellation throws(CollageError) in
          try draw(photos, assets, maker, cancellation, progress)
        }
      }
    }
  }

  private func draw(
    _ photos: [Photo], _ assets: [Asset], _ maker: CollageMaker, _ cancellation: Cancellation,
    _ progress: @Sendable (Double) -> Void
  ) throws(CollageError) -> Collage {
    let columns = Int(Double(photos.count).squareRoot().rounded(.up))
    let rows = (photos.count + columns - 1) / columns
    let places = photos.indices.map { index in
      (x: Self.gap + index % columns * Self.width, y: Self.gap + index / columns * Self.height)
    }
    let canvas = PixelSize(width: columns * Self.width + Self.gap, height: rows * Self.height + Self.gap)
    let placements = zip(photos, places).map { photo, place in
      Placement(filling: Self.frame(of: photo, at: place.x, place.y + Self.labelHeight), with: photo)
    }
    guard Raster.bytes(of: canvas) <= maker.resources.memory.total else {
      throw .canvasNeedsMemory(canvas, bytes: Raster.bytes(of: canvas), budget: maker.resources.memory.total)
    }
    let composer = Composer(options: maker.options, resources: maker.resources)
    let drawn = try composer.compose(
      placements, on: canvas, encoding: maker.encoding, isCancelled: { cancellation.isCancelled }, progress: progress)
    for (asset, place) in zip(assets, places) {
      let label = asset.id.text.prefix(Self.digits).uppercased()
      DotFont.draw(label, at: place.x, place.y, dot: Self.dot, in: .black, on: drawn.raster)
    }
    // It shows several collages, so its recipe names no photos.
    let recipe = Recipe([], digests: [], on: canvas, CollageOptions(), maker.encoding)
    return Collage(
      pixels: PixelBands(drawn.raster, as: maker.encoding), recipe: recipe, inputs: drawn.inputs,
      warnings: drawn.warnings)
  }

  /// The width and height of a place, with the gap.
  private static let width = tileSide + gap
  private static let height = tileSide + labelHeight + gap

  private static func frame(of photo: Photo, at x: Int, _ y: Int) -> PixelRect {
    let scale = min(Double(tileSide) / Double(max(photo.size.width, photo.size.height)), 1)
    return PixelRect(
      x: x, y: y, width: max(Int((Double(photo.size.width) * scale).rounded()), 1),
      height: max(Int((Double(photo.size.height) * scale).rounded()), 1))
  }
}
