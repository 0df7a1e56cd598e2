internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
package import ReactiveTraits

/// Saved collages in one picture, each small, below the first digits of its id and above its
/// caption.
package struct LibrarySheet: Sendable {
  /// The maximum number of collages on a sheet; more would make a picture of over 64 megapixels.
  package static let maxCollages = 1000
  /// The longer side of a collage on the sheet, in pixels.
  private static let tileSide = 200
  private static let gap = 16
  /// The width and height of a letter's dot in pixels.
  private static let dot = 2
  /// How many digits of an id are shown.
  private static let digits = 8
  /// The size of captions, as an em.
  private static let textSize = TextSize.length(.pixels(14))

  private var maker: CollageMaker

  /// - Parameter maker: its options give the title, the captions and the font.
  package init(_ maker: CollageMaker) {
    self.maker = maker
    self.maker.options.text.size = Self.textSize
  }

  /// A finished sheet.
  package struct Drawn: Sendable {
    package let collage: Collage
    /// Why collages are not on it.
    package let failures: [PhotoError]
  }

  /// A sheet of these assets, in this order: one sheet, then finished; or one failure, which names
  /// every asset that can't be read or decoded, if none can. Damaged ones are shown as far as
  /// possible, with a warning, and left out if nothing of them can be. Cold; cancelling stops the
  /// work.
  ///
  /// - Parameters:
  ///   - assets: one to `maxCollages`.
  ///   - writer: will save the sheet, so it is first asked whether it can.
  ///   - progress: receives the share that is done, 0 to 1, on any queue.
  package func sheet(
    of assets: [Asset], for writer: any PhotoWriter, progress: @escaping @Sendable (Double) -> Void
  ) -> Single<Drawn, CollageError> {
    var maker = maker
    maker.options.decoding.allowsDamage = true
    maker.options.decoding.limits.readsCollagePDFs = true
    return maker.intake.photos(at: assets.map { .file($0.path) }).flatMap { [maker] results in
      let tiles = zip(assets, results).compactMap { asset, result in
        (try? result.get()).map { Tile(asset: asset, photo: $0) }
      }
      return maker.check(writer, protecting: tiles.map(\.photo)).flatMap {
        Single.work { cancellation throws(CollageError) in
          try drawn(tiles, results.compactMap(\.failure), maker, cancellation, progress)
        }
      }
    }
  }

  private struct Tile {
    let asset: Asset
    let photo: Photo
  }

  /// Leaves out what turns out to be undecodable.
  private func drawn(
    _ tiles: [Tile], _ failures: [PhotoError], _ maker: CollageMaker,
    _ cancellation: Cancellation, _ progress: @Sendable (Double) -> Void
  ) throws(CollageError) -> Drawn {
    guard !tiles.isEmpty else { throw .photos(failures) }
    do throws(CollageError) {
      let collage = try draw(tiles, maker, cancellation, progress)
      return Drawn(collage: collage, failures: failures)
    } catch {
      guard case .photos(let faults) = error else { throw error }
      let rest = tiles.filter { tile in !faults.contains { $0.address == tile.photo.address } }
      guard rest.count < tiles.count else { throw error }
      return try drawn(rest, failures + faults, maker, cancellation, progress)
    }
  }

  private func draw(
    _ drawn: [Tile], _ maker: CollageMaker, _ cancellation: Cancellation,
    _ progress: @Sendable (Double) -> Void
  ) throws(CollageError) -> Collage {
    let photos = drawn.map(\.photo)
    let tiles = drawn.map { tile in
      TileSheet.Tile(
        label: tile.asset.id.text.prefix(Self.digits).uppercased(),
        size: tile.photo.size.reduced(toLongSide: Self.tileSide))
    }
    let texts = try CollageTexts.measured(
      captions(of: photos), maker.options.text, isCancelled: { cancellation.isCancelled })
    let sheet = Self.sheet(of: tiles, texts?.shape(maker.options))
    try maker.checkMemory(for: sheet.layout.canvas)
    let placements = zip(sheet.layout.frames, photos).map { Placement(filling: $0, with: $1) }
    let plan = SizedPlan(
      placements, texts.map { PlacedTexts($0, on: sheet.layout, maker.options) },
      on: sheet.layout.canvas)
    let options = maker.options
    let resources = maker.context.resources
    let composer = try Composer(plan, DecodedPhotos(plan, options, resources), options, resources)
    let drawn = try composer.compose(
      isCancelled: { cancellation.isCancelled }, progress: progress)
    return sheet.collage(
      of: "collages", composer.canvas.raster, maker, plan.texts, inputs: photos.map(\.identity),
      warnings: PhotoWarning.notes(of: drawn, placements))
  }

  /// The captions of collages: their titles and times of saving take the place of a photo's.
  private func captions(of photos: [Photo]) -> [String] {
    photos.enumerated().map { place, photo in
      guard let format = maker.options.text.captions, case .file(let path) = photo.address else {
        return ""
      }
      let recipe = try? Recipe(of: PhotoFile.open(path))
      let title = recipe?.settings["title"].flatMap { MetadataLine.text(Array($0.utf8)[...]) }
      var fields = CaptionFields()
      fields[.name] = photo.captionName
      fields[.number] = "\(place + 1)"
      fields[.title] = title
      fields.date = MomentTaken(unixTime: photo.identity.modified.seconds, .file)
      return TextLimits.shortened(format.text(fields, maker.options.text.language.names))
    }
  }

  private static func sheet(of tiles: [TileSheet.Tile], _ text: TextShape?) -> TileSheet {
    func sheet(_ text: TextRoom?) -> TileSheet {
      TileSheet(
        tiles, room: PixelSize(width: tileSide, height: tileSide), gap: gap, dot: dot, text: text)
    }
    let short = sheet(
      text.map { TextRoom($0, shortSide: tileSide, of: .auto, inset: gap, border: 0) })
    return text?.room(afterTrying: short.layout).map(sheet) ?? short
  }
}
