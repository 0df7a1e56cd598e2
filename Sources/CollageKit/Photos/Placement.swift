package import Imaging
package import PhotoCodecs

/// One photo in its frame: what is shown of it, and how it will be decoded.
package struct Placement: Hashable, Sendable {
  /// Turned as its options say.
  package let photo: Photo
  package let frame: Frame
  /// The point around which it is cropped; nil for its centre.
  package let focus: FocusPoint?
  /// What the crop should keep, as far as it had to be known; empty where the user says how the
  /// photo is cropped.
  package let regions: [PhotoRegion]
  /// What the frame shows, in pixels of the turned photo.
  package let crop: Region
  package let plan: DecodePlan

  /// Fills the frame with the photo.
  ///
  /// - Parameter regions: what the crop should keep if the options don't say how the photo is
  ///   cropped.
  package init(
    filling frame: Frame, with photo: Photo, _ options: PhotoOptions = PhotoOptions(),
    _ fidelity: Fidelity = .standard, keeping regions: [PhotoRegion] = []
  ) {
    let photo = photo.turned(options.turn)
    self.photo = photo
    self.frame = frame
    self.regions = options.focus == nil ? regions : []
    focus =
      options.focus?.point ?? FocusPoint(keeping: self.regions, of: photo.size, in: frame.size)
    crop = Region(filling: frame.size, from: photo.size, around: focus)
    plan = DecodePlan(photo.header, showing: crop, at: frame.size, fidelity)
  }

  /// The share of the photo's area that is cropped, 0 to 1.
  package var croppedShare: Double { 1 - crop.width * crop.height / Double(photo.size.pixels) }

  /// The share of a photo's area that may be cropped before it matters which part that is.
  private static let negligibleCrop = 0.03

  /// Whether so much is cropped that it matters where.
  var losesMuch: Bool { croppedShare > Self.negligibleCrop }

  /// What tells how the photo was cropped; nil for the centre, unless a reader would take that for
  /// no choice.
  var recordedFocus: FocusPoint? { focus == .centre && losesMuch ? nil : focus }

  /// How many faces are cut, so that more than a tenth of them is not seen.
  package var cutFaces: Int {
    regions.count { region in
      guard region.kind == .face else { return false }
      let face = region.area.scaled(
        across: Double(photo.size.width), down: Double(photo.size.height))
      return face.sharedArea(crop) < 0.9 * face.width * face.height
    }
  }

  /// An estimate of the time to decode, in arbitrary units: a PNG inflates every pixel, a JPEG
  /// reads every byte.
  var cost: Int {
    switch photo.header.format {
    // A sparse file may be larger than all memory.
    case .jpeg, .raw:
      min(photo.identity.size, 1 << 40) * 8 + photo.header.storedSize.pixels * plan.eighths
        * plan.eighths / 64
    case .png, .webp: photo.header.storedSize.pixels * 4
    case .heic, .avif: photo.header.storedSize.pixels * 16
    }
  }
}
