package import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
package import ReactiveTraits
internal import ThreadPool

/// A small collage for display, and the faults found while drawing it.
package struct Preview: Sendable {
  package let raster: Raster
  /// The frame of each photo on the raster.
  package let frames: [Frame]
  /// The indices of damaged photos and of those that can't be decoded, from 0.
  package let damaged: Set<Int>
  /// The indices of missing photos, from 0; their frames are plain.
  package let missing: Set<Int>
  /// The faults of damaged photos, whose frames show what is left, and of photos that can't be
  /// decoded, whose frames are empty; each photo once, in order. Damage that is allowed is no
  /// fault.
  package let faults: [PhotoError]
  /// For each photo, the regions that a crop should keep, on the raster; cropped ones may lie
  /// outside the frame.
  package let regions: [[PixelRect]]
}

/// Composes small collages for display while photos are still being chosen.
///
/// Each photo is decoded once, at a size that serves every frame, and kept; rearranging photos
/// costs only the drawing.
package final class PreviewComposer: Sendable {
  /// The longer sides of thumbnails, in pixels. The smallest needs an eighth of a 12-megapixel
  /// JPEG's size.
  private static let thumbnailSides = [480, 960, 1280, 1920]

  /// The colour of a missing photo's frame: visible on light and on dark backgrounds.
  private static let missingPhoto = Colour(red: 160, green: 160, blue: 160)

  private let resources: Resources
  /// The cost is in bytes.
  private let thumbnails: Locked<LRUCache<Key, DecodedThumbnail>>

  private struct Key: Hashable, Sendable {
    let identity: FileIdentity
    let orientation: Orientation
    let size: PixelSize
    /// The colour behind a translucent photo; nil for an opaque one.
    let background: Colour?
  }

  /// - Parameter resources: one processor is left free for the prompt. Measured on two processors,
  ///   99 of 100 keys were echoed within 4 ms, and within 11 ms without this; within 7 ms while two
  ///   previews were drawn at once.
  package init(resources: Resources) {
    self.resources = resources.leavingOneFree
    thumbnails = Locked(LRUCache(limit: min(128 << 20, resources.memory.total / 4)))
  }

  /// A preview, `size` pixels large, of a plan made with these options: one value, then finished;
  /// or one failure. Cold.
  package func preview(
    of plan: CollagePlan, _ options: CollageOptions, size: PixelSize
  ) -> Single<Preview, CollageError> {
    Single.work { [self] cancellation throws(CollageError) in
      try compose(plan, MadeOptions(options), size: size, cancellation)
    }
  }

  /// Composes a preview on the calling thread and on those that `resources` allow.
  ///
  /// - Throws: `cancelled` once `cancellation` is set; `canvasTooSmall` and `outOfMemory`.
  func compose(
    _ plan: CollagePlan, _ made: MadeOptions, size: PixelSize, _ cancellation: Cancellation
  ) throws(CollageError) -> Preview {
    let options = made.options
    // Terminals show no transparency, so what is transparent is drawn over squares at the end.
    let decoration = options.decoration
    let isOpaque = decoration.background.isOpaque
    let ground: Colour =
      if case .colour(let colour) = decoration.background { colour } else { .white }
    let raster = try Raster.allocated(size, filledWith: ground)
    let decodingBackground = isOpaque ? ground : decoration.decodingBackground
    let photos = plan.placements.map(\.photo)
    let layout = plan.layout
    guard let frames = try plan.frames(on: size) else {
      throw .canvasTooSmall(size, longSide: options.layout.longestSide, photos: photos.count)
    }
    let openings = try plan.template?.map(on: size)
    let scale = Double(size.width) / Double(layout.canvas.width)
    let sides = Dictionary(
      plan.placements.map {
        ($0.photo, Self.thumbnailSide(of: $0.photo, at: $0.enlargement * scale))
      },
      uniquingKeysWith: max)
    let faults = try forEachThumbnail(
      of: photos, options.decoding.limits, background: decodingBackground, cancellation
    ) { photo in
      sides[photo] ?? Self.thumbnailSides[0]
    } _: { photo, thumbnail in
      for (place, frame) in frames.enumerated() where photos[place] == photo {
        let crop = Region(
          filling: frame.photoSize, from: thumbnail.size, around: plan.placements[place].focus)
        raster.draw(
          thumbnail, showing: crop, into: frame, through: openings,
          keepsAlpha: !isOpaque && !photo.header.isOpaque)
      }
    }
    let missing = photos.indices.filter { photos[$0].isMissing }
    for place in missing {
      raster.fill(frames[place], through: openings, with: Self.missingPhoto)
    }
    Decoration(
      options, on: layout.canvas, lowerBorder: plan.texts?.lowerBorder, scale: scale
    )?.draw(
      around: frames, opaque: photos.map { isOpaque || $0.isMissing || $0.header.isOpaque },
      on: raster, with: resources)
    try layTexts(of: plan, options, scale: scale, over: raster, cancellation)
    try lay(plan.layers, of: layout, over: raster, options.decoding.limits, cancellation)
    if !isOpaque { raster.lay(over: Checkerboard(behind: size)) }
    let damaged = photos.indices.filter { place in
      !photos[place].isMissing && faults.contains { $0.address == photos[place].address }
    }
    return Preview(
      raster: raster, frames: frames, damaged: Set(damaged), missing: Set(missing),
      faults: options.decoding.refused(faults),
      regions: zip(plan.placements, frames).map { placement, frame in placement.regions(in: frame) }
    )
  }

  private func layTexts(
    of plan: CollagePlan, _ options: CollageOptions, scale: Double, over raster: Raster,
    _ cancellation: Cancellation
  ) throws(CollageError) {
    let canvas = plan.layout.canvas
    let radius =
      options.decoration.cornerRadius.pixels(
        onShortSide: min(canvas.width, canvas.height), of: options.layout.canvas) * scale
    let texts = plan.texts?.scaled(plan.layout, to: raster.size)
    try texts?.drawn(for: raster, resources.memory) { cancellation.isCancelled }?
      .lay(over: raster, radius: radius, with: resources)
  }

  private func lay(
    _ layers: [PlacedLayer], of layout: CollageLayout, over raster: Raster, _ limits: DecodeLimits,
    _ cancellation: Cancellation
  ) throws(CollageError) {
    for layer in layers {
      let small = PlacedLayer(
        picture: layer.picture, shown: layer.shown,
        area: layout.scaled(layer.area, to: raster.size))
      guard small.area.isInside(raster.size) else { continue }
      let picture = try rethrowing(
        small.drawn(
          in: raster.colourSpace, limits, resources.layers,
          isCancelled: { cancellation.isCancelled })
      ) { CollageError.photos([$0]) }
      raster.lay(picture, at: small.area, with: resources)
    }
  }

  /// The smallest thumbnail that needn't be enlarged in a frame that shows the photo at this scale.
  private static func thumbnailSide(of photo: Photo, at scale: Double) -> Int {
    let needed = Double(max(photo.size.width, photo.size.height)) * scale
    return thumbnailSides.first { Double($0) >= needed } ?? thumbnailSides[thumbnailSides.count - 1]
  }

  /// The faults of these photos, as in a preview's `faults`: a list, then finished; or the failure
  /// `cancelled`. Cold. Only this shows whether photos with valid headers can be decoded.
  package func faults(of photos: [Photo], _ decoding: DecodingOptions) -> Single<
    [PhotoError], CollageError
  > {
    Single.work { [self] cancellation throws(CollageError) in
      let faults = try forEachThumbnail(
        of: photos, decoding.limits, background: .white, cancellation
      ) { _ in
        Self.thumbnailSides[0]
      } _: { _, _ in
      }
      return decoding.refused(faults)
    }
  }

  /// Decodes each photo that isn't missing once, and passes it to `body`, on several threads.
  ///
  /// - Parameter side: the minimum length of the longer side of a photo's thumbnail.
  /// - Returns: the photos' faults.
  private func forEachThumbnail(
    of photos: [Photo], _ limits: DecodeLimits, background: Colour, _ cancellation: Cancellation,
    side: @Sendable (Photo) -> Int,
    _ body: @Sendable (Photo, Raster) -> Void
  ) throws(CollageError) -> [PhotoError] {
    let distinct = photos.filter { !$0.isMissing }.uniqued()
    let faults = Locked([Int: PhotoError]())
    resources.forEach(below: distinct.count) { index, _ in
      guard !cancellation.isCancelled else { return }
      let photo = distinct[index]
      do throws(PhotoError) {
        let thumbnail = try thumbnail(
          of: photo, limits, side: side(photo), background: background, cancellation)
        if let raster = thumbnail.raster { body(photo, raster) }
        if let fault = thumbnail.fault { throw PhotoError(photo.address, cause: .codec(fault)) }
      } catch {
        faults.withLock { $0[index] = error }
      }
    }
    if cancellation.isCancelled { throw .cancelled }
    return faults.withLock { faults in distinct.indices.compactMap { faults[$0] } }.uniqued()
  }

  private func thumbnail(
    of photo: Photo, _ limits: DecodeLimits, side: Int, background: Colour,
    _ cancellation: Cancellation
  ) throws(PhotoError) -> DecodedThumbnail {
    func key(side: Int) -> Key {
      Key(
        identity: photo.identity, orientation: photo.header.orientation,
        size: photo.size.reduced(toLongSide: side),
        background: photo.header.isOpaque ? nil : background)
    }
    // A larger one serves as well, if there is one.
    for side in Self.thumbnailSides.filter({ $0 >= side }).reversed() {
      if let known = thumbnails.withLock({ $0.value(for: key(side: side)) }) { return known }
    }
    let size = photo.size.reduced(toLongSide: side)
    let thumbnail = try DecodedThumbnail(
      of: photo, size, on: background, limits, resources,
      pictures: .taking(resources.pictures), isCancelled: { cancellation.isCancelled })
    let dropped = thumbnails.withLock {
      $0.insert(
        thumbnail, for: key(side: side),
        cost: thumbnail.raster.map { Raster.bytes(of: $0.size) } ?? 0)
    }
    withExtendedLifetime(dropped) {}
    return thumbnail
  }
}

extension DecodingOptions {
  /// The faults that make a photo unusable.
  fileprivate func refused(_ faults: [PhotoError]) -> [PhotoError] {
    faults.filter { !(allowsDamage && $0.isAllowable) }
  }
}

extension Placement {
  /// The regions to keep, placed in a frame of another size.
  fileprivate func regions(in frame: Frame) -> [PixelRect] {
    regions.map { area(of: $0, in: frame) }
  }
}

extension Raster {
  /// Fills a frame, as far as its opening can be seen.
  fileprivate func fill(_ frame: Frame, through openings: OpeningMap?, with colour: Colour) {
    guard let openings, let opening = frame.opening else {
      return fill(frame.bounds, with: colour)
    }
    for run in openings.runs(of: opening.number) {
      fill(
        PixelRect(x: run.columns.lowerBound, y: run.y, width: run.columns.count, height: 1),
        with: colour)
    }
  }

  /// Draws part of a picture into a frame; into the opening that it may have, as far as that can be
  /// seen.
  fileprivate func draw(
    _ picture: Raster, showing crop: Region, into frame: Frame, through openings: OpeningMap?,
    keepsAlpha: Bool
  ) {
    guard let openings, let opening = frame.opening else {
      return draw(picture, showing: crop, into: frame, keepsAlpha: keepsAlpha)
    }
    let layer = Raster(size: frame.size, filledWith: .transparent)
    layer.draw(picture, showing: crop, into: frame.movedToOrigin, keepsAlpha: keepsAlpha)
    copy(openings.runs(of: opening.number), of: layer, lyingAt: frame.bounds)
  }
}
