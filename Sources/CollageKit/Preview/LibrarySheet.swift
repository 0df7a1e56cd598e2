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
    let tiles = zip(assets, photos).map { asset, photo in
      (
        label: asset.id.text.prefix(Self.digits).uppercased(), size: photo.size.reduced(toLongSide: Self.tileSide)
      )
    }
    let sheet = TileSheet(
      tiles, room: PixelSize(width: Self.tileSide, height: Self.tileSide), gap: Self.gap, dot: Self.dot)
    try maker.checkMemory(for: sheet.size)
    let composer = Composer(options: maker.options, resources: maker.resources)
    let drawn = try composer.compose(
      zip(sheet.frames, photos).map { Placement(filling: $0, with: $1) }, on: sheet.size, encoding: maker.encoding,
      isCancelled: { cancellation.isCancelled }, progress: progress)
    return sheet.collage(drawn.raster, maker, inputs: drawn.inputs, warnings: drawn.warnings)
  }
}
