package import Imaging
package import PhotoCodecs

/// One photo in its frame: which part of it is shown, and how it is decoded.
package struct Placement: Hashable, Sendable {
  /// Rotated according to its options.
  package let photo: Photo
  package let frame: Frame
  /// The point around which it is cropped; nil for its centre.
  package let focus: FocusPoint?
  /// How many times as large as the frame needs it is shown, at least 1.
  package let zoom: Double
  /// The regions that the crop should keep, as far as they had to be known; empty if the user
  /// decided how the photo is cropped.
  package let regions: [PhotoRegion]
  /// How much of the frame at its sides may be cut off with the canvas's edges.
  let nearCut: FrameInsets
  /// The part of the photo that the frame shows, in pixels of the rotated photo.
  package let crop: Region
  package let plan: DecodePlan

  /// Fills the frame with the photo.
  ///
  /// - Parameters:
  ///   - regions: the regions that the crop should keep, unless the options say how the photo is
  ///     cropped.
  ///   - nearCut: at the frame's sides, from which these regions should stay away.
  package init(
    filling frame: Frame, with photo: Photo, _ options: PhotoOptions = PhotoOptions(),
    _ fidelity: Fidelity = .standard, keeping regions: [PhotoRegion] = [],
    awayFrom nearCut: FrameInsets = .none
  ) {
    let photo = photo.turned(options.turn)
    self.photo = photo
    self.frame = frame
    self.regions = options.focus == nil ? regions : []
    self.nearCut = nearCut
    zoom = options.shownZoom
    focus =
      options.focus?.point
      ?? FocusPoint(
        keeping: self.regions, of: photo.size, in: frame.photoSize, zoom: zoom, awayFrom: nearCut,
        through: frame.opening?.shape)
    crop = Region(filling: frame.photoSize, from: photo.size, around: focus, zoom: zoom)
    plan = DecodePlan(photo.header, showing: crop, in: frame, fidelity)
  }

  private init(_ other: Placement, in frame: Frame, showing crop: Region, _ fidelity: Fidelity) {
    (photo, focus, zoom) = (other.photo, other.focus, other.zoom)
    (regions, nearCut) = (other.regions, other.nearCut)
    self.frame = frame
    self.crop = crop
    plan = DecodePlan(photo.header, showing: crop, in: frame, fidelity)
  }

  /// The same with as much of the photo as its frame can show.
  var withoutZoom: Placement {
    Placement(filling: frame, with: photo, keeping: regions, awayFrom: nearCut)
  }

  /// The same photo with another crop in another frame.
  func with(_ frame: Frame, showing crop: Region, _ fidelity: Fidelity) -> Placement {
    Placement(self, in: frame, showing: crop, fidelity)
  }

  /// The part of a crop in this frame that lies in the safe zone.
  func safePart(of crop: Region) -> Region {
    let across = crop.width / frame.photoArea.width
    let down = crop.height / frame.photoArea.height
    return Region(
      x: crop.x + Double(nearCut.left) * across, y: crop.y + Double(nearCut.top) * down,
      width: crop.width - Double(nearCut.left + nearCut.right) * across,
      height: crop.height - Double(nearCut.top + nearCut.bottom) * down)
  }

  /// How many faces that are shown lie outside the safe zone, wholly or in part.
  package var facesOutsideSafeZone: Int {
    guard nearCut != .none else { return 0 }
    return regions.count { $0.kind == .face && isShown($0) && !isSafe($0) }
  }

  private func isSafe(_ region: PhotoRegion) -> Bool {
    safePart(of: crop).contains(area(of: region))
  }

  private func isShown(_ region: PhotoRegion) -> Bool { isShown(region, in: crop) }

  private func isShown(_ region: PhotoRegion, in crop: Region) -> Bool {
    if let view {
      let share = crop.relative(to: Region(photo.size))
      return view.visibleShare(of: region, in: share) >= OpeningView.wholeShare
    }
    let face = area(of: region)
    return face.sharedArea(crop) >= 0.9 * face.width * face.height
  }

  /// A point, to the hundredth, around which a crop shows all faces that are cut now; nil if no
  /// crop of this frame does.
  var pointForCutFaces: FocusPoint? {
    let cut = regions.filter { $0.kind == .face && !isShown($0) }
    guard let first = cut.first else { return nil }
    let (left, top) = cut.reduce((first.area.x, first.area.y)) {
      (min($0.0, $1.area.x), min($0.1, $1.area.y))
    }
    let (right, bottom) = cut.reduce((left, top)) {
      (max($0.0, $1.area.x + $1.area.width), max($0.1, $1.area.y + $1.area.height))
    }
    func hundredths(_ share: Double) -> Double { (min(max(share, 0), 1) * 100).rounded() / 100 }
    let middle = FocusPoint(x: hundredths((left + right) / 2), y: hundredths((top + bottom) / 2))
    guard let middle else { return nil }
    let other = Region(filling: frame.photoSize, from: photo.size, around: middle, zoom: zoom)
    return cut.allSatisfy { isShown($0, in: other) } ? middle : nil
  }

  /// Nil where all of the crop can be seen.
  private var view: OpeningView? { frame.opening?.shape.map { OpeningView(shape: $0) } }

  /// The crop in shares of the photo.
  private var cropShare: Region { crop.relative(to: Region(photo.size)) }

  /// In pixels of the photo.
  private func area(of region: PhotoRegion) -> Region {
    region.area.scaled(across: Double(photo.size.width), down: Double(photo.size.height))
  }

  /// The share of the photo's area that is cropped, 0 to 1.
  package var croppedShare: Double { 1 - crop.width * crop.height / Double(photo.size.pixels) }

  /// Up to this share of its area, it doesn't matter which part of a photo is cropped.
  private static let negligibleCrop = 0.03

  /// Whether so much is cropped that it matters which part.
  var losesMuch: Bool { croppedShare > Self.negligibleCrop }

  /// Whether so much is cropped that a face may lie close to an edge.
  var mayCrowdFaces: Bool { croppedShare > FaceRoom.ofEdge / 2 }

  /// The focus to record; nil for the centre of a photo that is cropped considerably, because that
  /// is how a missing focus is read there. Elsewhere a missing focus means that there was no
  /// choice.
  var recordedFocus: FocusPoint? { focus == .centre && losesMuch ? nil : focus }

  /// Where a region of the photo is in a frame that shows the crop; it may extend beyond.
  func area(of region: PhotoRegion, in frame: Frame) -> PixelRect {
    let shown = frame.photoArea
    let across = shown.width / crop.width
    let down = shown.height / crop.height
    let area = area(of: region)
    return PixelRect(
      x: Int((shown.x + (area.x - crop.x) * across).rounded()),
      y: Int((shown.y + (area.y - crop.y) * down).rounded()),
      width: Int((area.width * across).rounded()), height: Int((area.height * down).rounded()))
  }

  /// How many faces the crop should keep.
  var faceCount: Int { regions.count { $0.kind == .face } }

  /// How many faces are cut: more than a tenth of each is outside the crop, or below a template.
  package var cutFaces: Int {
    regions.count { $0.kind == .face && !isShown($0) }
  }

  /// How many faces are whole, but have no room: their hair is cut, they lie close to an edge where
  /// the crop cuts or a template begins, or outside the safe zone.
  var crowdedFaces: Int {
    let photoSize = (width: Double(photo.size.width), height: Double(photo.size.height))
    return regions.count { region in
      guard region.kind == .face, isShown(region) else { return false }
      let face = area(of: region)
      let across = FaceRoom.ofEdge * crop.width
      let down = FaceRoom.ofEdge * crop.height
      let hair = max(face.height * FaceRoom.hair(above: region), down)
      let isLow = crop.y > 0.5 && face.y - hair < crop.y
      let isHigh =
        crop.y + crop.height < photoSize.height - 0.5
        && face.y + face.height + down > crop.y + crop.height
      let isLeft = crop.x > 0.5 && face.x - across < crop.x
      let isRight =
        crop.x + crop.width < photoSize.width - 0.5
        && face.x + face.width + across > crop.x + crop.width
      let isCovered =
        view.map {
          $0.visibleShareOfRoom(around: region, in: cropShare) < OpeningView.wholeShare
        } ?? false
      return isLow || isHigh || isLeft || isRight || isCovered
        || nearCut != .none && !isSafe(region)
    }
  }

  /// The bytes that are needed beside the canvas while it is drawn.
  ///
  /// - Parameter hasGains: whether its gains are drawn, too.
  func bytesToDraw(withGains hasGains: Bool) -> Int {
    let layer = frame.opening == nil ? 0 : Raster.bytes(of: frame.size)
    guard hasGains, photo.header.hasHDR else { return plan.decoderBufferBytes + layer }
    let map = photo.header.gainMap
    // The map is decoded before the photo.
    let decoders = max(
      map?.decoderBufferBytes ?? 0,
      (map?.heldBytes ?? 0) + plan.decoderBufferBytes + plan.lightBytes)
    return decoders + layer + (frame.opening == nil ? 0 : GainPlane.bytes(of: frame.size))
  }

  /// An estimate of the time to decode, in arbitrary units: a PNG inflates every pixel, a JPEG
  /// reads every byte.
  var cost: Int {
    switch photo.header.format {
    // A sparse file may state any size; the limit keeps the product from overflowing.
    case .jpeg, .raw:
      min(photo.identity.size, 1 << 40) * 8 + photo.header.storedSize.pixels * plan.eighths
        * plan.eighths / 64
    case .png, .webp, .tiff: photo.header.storedSize.pixels * 4
    case .heic, .avif, .jxl: photo.header.storedSize.pixels * 16
    }
  }
}
