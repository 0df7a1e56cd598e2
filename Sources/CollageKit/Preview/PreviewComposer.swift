package import PhotoCodecs
package import ReactiveTraits

/// Composes small collages for showing while photos are still being chosen.
///
/// Each photo is decoded once, at a size that serves every frame of a preview, and kept; arranging photos anew costs only
/// the drawing.
package final class PreviewComposer: Sendable {
  /// The longest side of a kept photo. A 12-megapixel JPEG is decoded at an eighth of its size for it, the least there is.
  private static let thumbnailSide = 480

  private let limits: DecodeLimits
  private let resources: Resources
  private let cache: ThumbnailCache

  /// - Parameter resources: one thread less is used, or whoever types meanwhile would wait for a processor: measured on two,
  ///   99 in 100 keys were echoed within 11 ms, and with one left free within 4.
  package init(limits: DecodeLimits, resources: Resources) {
    self.limits = limits
    self.resources = resources.leavingOneFree
    cache = ThumbnailCache(limit: min(64 << 20, resources.memory.total / 4))
  }

  /// A preview of these photos, `size` pixels: one raster, then finished; or one failure. Cold; cancelling stops decoding.
  ///
  /// A photo that can't be decoded leaves its frame empty: saving will say what is wrong with it.
  package func preview(of photos: [Photo], style: CollageStyle, size: PixelSize) -> Single<Raster, CollageError> {
    Single.work { [self] cancellation throws(CollageError) in
      // What shows the preview knows nothing of transparency.
      let flat: Colour = if case .colour(let colour) = style.background { colour.opaque } else { .white }
      let style = style.with { if $0.background != .blur { $0.background = .colour(flat) } }
      let raster: Raster
      do throws(CodecError) {
        raster = try Raster(canvas: size, filledWith: flat, in: .sRGB, except: [])
      } catch {
        throw .outOfMemory(size)
      }
      guard !photos.isEmpty else { return raster }
      let layout = try CollagePlan(photos, style: style, isCancelled: { cancellation.isCancelled }).layout
      let frames = layout.scaled(to: size)
      guard frames.allSatisfy({ $0.isInside(size) }) else { throw .canvasTooSmall(.fixed(size), photos: photos.count) }
      let distinct = photos.uniqued()
      resources.forEach(below: distinct.count) { index in
        guard !cancellation.isCancelled else { return }
        let photo = distinct[index]
        guard let thumbnail = thumbnail(of: photo, background: flat, cancellation) else { return }
        for (place, frame) in frames.enumerated() where photos[place] == photo {
          let crop = Region(filling: frame.size, from: thumbnail.size, around: style[photo: place].focus)
          raster.draw(thumbnail, showing: crop, into: frame)
        }
      }
      if cancellation.isCancelled { throw .cancelled }
      let scale = Double(size.width) / Double(layout.canvas.width)
      Decoration(style, on: layout.canvas, scale: scale)?.draw(
        around: frames, opaque: frames.map { _ in true }, on: raster, with: resources)
      return raster
    }
  }

  private func thumbnail(of photo: Photo, background: Colour, _ cancellation: Cancellation) -> Raster? {
    let scale = min(Double(Self.thumbnailSide) / Double(max(photo.size.width, photo.size.height)), 1)
    let size = PixelSize(
      width: max(Int((Double(photo.size.width) * scale).rounded()), 1),
      height: max(Int((Double(photo.size.height) * scale).rounded()), 1))
    let key = ThumbnailCache.Key(
      identity: photo.identity, size: size, background: photo.header.isOpaque ? nil : background)
    if let known = cache[key] { return known }
    guard let raster = try? Raster(canvas: size, filledWith: background, in: .sRGB, except: []) else { return nil }
    let frame = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    let plan = DecodePlan(photo.header, showing: Region(photo.size), at: size, .draft)
    guard photo.header.heldBytes <= resources.memory.total, let file = try? photo.open() else { return nil }
    do throws(CodecError) {
      _ = try resources.memory.with(photo.header.heldBytes) { () throws(CodecError) in
        try PhotoDecoder.draw(
          file, photo.header, plan: plan, into: frame, of: raster, background: background, limits: limits,
          allowsDamage: true, isCancelled: { cancellation.isCancelled })
      }
    } catch {
      return nil
    }
    cache.insert(raster, for: key)
    return raster
  }
}

extension CollageStyle {
  /// A changed copy.
  fileprivate func with(_ change: (inout CollageStyle) -> Void) -> CollageStyle {
    var style = self
    change(&style)
    return style
  }
}

extension Colour {
  /// The same on white.
  fileprivate var opaque: Colour {
    let white = 255 * (255 - Int(alpha)) + 127
    func mixed(_ channel: UInt8) -> UInt8 { UInt8((Int(channel) * Int(alpha) + white) / 255) }
    return Colour(red: mixed(red), green: mixed(green), blue: mixed(blue))
  }
}
