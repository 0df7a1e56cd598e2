package import PhotoCodecs

/// One photo in its frame: what is shown of it, and how it will be decoded.
package struct Placement: Hashable, Sendable {
  /// Turned as its options say.
  package let photo: Photo
  package let frame: PixelRect
  package let focus: FocusPoint?
  /// What the frame shows, in pixels of the turned photo.
  package let crop: Region
  package let plan: DecodePlan

  /// Fills the frame with the photo.
  package init(
    filling frame: PixelRect, with photo: Photo, _ options: PhotoOptions = PhotoOptions(),
    _ fidelity: Fidelity = .standard
  ) {
    let photo = photo.turned(options.turn)
    self.photo = photo
    self.frame = frame
    focus = options.focus
    crop = Region(filling: frame.size, from: photo.size, around: focus)
    plan = DecodePlan(photo.header, showing: crop, at: frame.size, fidelity)
  }

  /// The share of the photo's area that is cropped, 0 to 1.
  package var croppedShare: Double { 1 - crop.width * crop.height / Double(photo.size.pixels) }

  /// An estimate of the time to decode, in arbitrary units: a PNG inflates every pixel, a JPEG reads every byte; HEVC and AV1 need
  /// some times as long.
  var cost: Int {
    switch photo.header.format {
    // A sparse file may be larger than all memory.
    case .jpeg, .raw:
      min(photo.identity.size, 1 << 40) * 8 + photo.header.storedSize.pixels * plan.eighths * plan.eighths / 64
    case .png, .webp: photo.header.storedSize.pixels * 4
    case .heic, .avif: photo.header.storedSize.pixels * 16
    }
  }
}
