package import Imaging

/// How a photo is decoded for a frame: the decoder's reduction and the region to show.
package struct DecodePlan: Hashable, Sendable {
  /// The decoder's own reduction in eighths of the stored size: 1, 2, 4 or 8 for JPEG and lossy
  /// WebP, always 8 (full size) for others.
  package let eighths: Int
  /// The side of the boxes of decoded pixels that are averaged before anything else, where pixels
  /// allow it: above 1 for `analysis` only.
  let boxSide: Int
  /// The region to show, in pixels of the stored picture after the decoder's reduction.
  let region: Region
  /// What of the decoded picture may be seen, in the same pixels; nil for all of it.
  let available: PixelRect?
  /// How to rotate or mirror the stored picture in the frame.
  let orientation: Orientation
  /// The frame's size in pixels, in the orientation of the stored picture; of a tilted photo that
  /// of the area which the region fills.
  let target: PixelSize
  /// Nil for a photo that is upright in its frame.
  let tilted: TiltedArea?
  /// Bytes that the decoder has to hold at once: `PhotoHeader.decoderBufferBytes`, minus what a
  /// worker saves by reducing, and what is held of a photo that is tilted.
  package let decoderBufferBytes: Int
  /// Bytes that are held of the light of an HDR photo that is tilted.
  package let lightBytes: Int

  /// - Parameters:
  ///   - region: the region to show, in pixels of the photo as it is shown.
  ///   - frame: the frame's size in pixels.
  ///   - eighths: the decoder's reduction; nil for the strongest that `fidelity` allows.
  package init(
    _ header: PhotoHeader, showing region: Region, at frame: PixelSize,
    _ fidelity: Fidelity = .standard, eighths: Int? = nil
  ) {
    self.init(header, showing: region, at: frame, tilted: nil, fidelity, eighths: eighths)
  }

  /// - Parameters:
  ///   - crop: what the frame's photo area shows, in pixels of the photo as it is shown. Around it,
  ///     the frame shows what lies beyond, or the photo's edges repeated.
  package init(
    _ header: PhotoHeader, showing crop: Region, in frame: Frame, _ fidelity: Fidelity = .standard
  ) {
    let place = FramePlace(of: crop, in: frame)
    self.init(
      header, showing: place.shown, at: place.target, tilted: place.tilted, fidelity, eighths: nil)
  }

  private init(
    _ header: PhotoHeader, showing region: Region, at frame: PixelSize, tilted: TiltedArea?,
    _ fidelity: Fidelity, eighths: Int?
  ) {
    self.tilted = tilted
    orientation = header.orientation
    let stored = header.stored(region)
    target = orientation.applied(to: frame)
    let strongest = header.isReducible ? fidelity.eighths(covering: target, from: stored) : 8
    self.eighths = eighths ?? strongest
    self.region = header.reduced(stored, toEighths: self.eighths)
    boxSide = fidelity == .analysis ? self.region.boxSide(covering: target) : 1
    let decoded = header.storedSize.reduced(toEighths: self.eighths)
    available = header.storedPart.map { [eighths = self.eighths] part in
      PixelRect(inside: header.reduced(Region(of: part), toEighths: eighths), of: decoded)
    }
    let tiltedBytes =
      tilted.map { [region = self.region, orientation] in
        TiltedResampler.bytes(for: $0, showing: region, of: decoded, orientation)
      } ?? 0
    decoderBufferBytes =
      (header.request?.resized(to: decoded).totalBytes ?? header.decoderBufferBytes) + tiltedBytes
    // One float for a pixel instead of four values of 16 bits.
    lightBytes = tiltedBytes / 2
  }
}

extension PhotoHeader {
  /// A region of the stored picture, in pixels after the decoder's reduction. libjpeg scales
  /// exactly and cuts off the fraction of the last pixels; a worker scales the picture to the
  /// rounded size.
  fileprivate func reduced(_ region: Region, toEighths eighths: Int) -> Region {
    if request == nil { return region.scaled(by: Double(eighths) / 8) }
    let size = storedSize.reduced(toEighths: eighths)
    return region.scaled(
      across: Double(size.width) / Double(storedSize.width),
      down: Double(size.height) / Double(storedSize.height))
  }
}

extension PixelRect {
  /// The whole pixels inside a region of a picture, at least one.
  fileprivate init(inside region: Region, of size: PixelSize) {
    func range(_ start: Double, _ length: Double, _ limit: Int) -> Range<Int> {
      let first = min(max(Int(start.rounded(.up)), 0), limit - 1)
      return first..<max(min(Int((start + length).rounded(.down)), limit), first + 1)
    }
    let across = range(region.x, region.width, size.width)
    let down = range(region.y, region.height, size.height)
    self.init(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
  }

  /// The boxes of so many pixels a side that lie wholly inside, at least one.
  func divided(by side: Int) -> PixelRect {
    let (left, top) = ((x + side - 1) / side, (y + side - 1) / side)
    return PixelRect(
      x: left, y: top, width: max((x + width) / side - left, 1),
      height: max((y + height) / side - top, 1))
  }
}

extension Region {
  /// The largest side of boxes of which enough are left for the target.
  fileprivate func boxSide(covering target: PixelSize) -> Int {
    let pixels = min(width / Double(target.width), height / Double(target.height))
    // What is left of a division isn't exact.
    return min(max(Int(pixels + 1e-9), 1), 256)
  }
}

extension PixelSize {
  package func reduced(toEighths eighths: Int) -> PixelSize {
    PixelSize(width: (width * eighths + 7) / 8, height: (height * eighths + 7) / 8)
  }
}

extension DecodePlan {
  /// The size in pixels at which the decoder delivers a stored picture.
  func decodedSize(of stored: PixelSize) -> PixelSize { stored.reduced(toEighths: eighths) }
}

/// How much of the reduction the decoder may do. That is fast, but averages coded values instead of
/// linear ones.
package enum Fidelity: Hashable, Sendable {
  /// As much as possible, and what the decoder can't do, boxes of pixels do: for pictures that
  /// nobody sees.
  case analysis
  /// As much as possible, for previews.
  case draft
  /// So much that at least 22 percent more pixels than needed are left on each side: most of the
  /// gain of `exact`, without its cost.
  case standard
  /// Nothing: the decoder delivers every pixel.
  case exact

  /// The strongest reduction that leaves enough pixels, in eighths of the size: 1, 2, 4 or 8.
  /// libjpeg has no vector code for other values, so each of them would be slower than the next
  /// larger one of these.
  fileprivate func eighths(covering target: PixelSize, from region: Region) -> Int {
    let margin = self == .draft || self == .analysis ? 1 : 1.22
    let needed =
      max(Double(target.width) / region.width, Double(target.height) / region.height) * margin
    return self == .exact ? 8 : [1, 2, 4].first { Double($0) / 8 > needed - 1e-9 } ?? 8
  }
}
