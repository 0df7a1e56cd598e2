internal import Imaging
internal import PhotoCodecs

extension Placement {
  /// The same photo on a canvas that is larger by a bleed on every side, on to whose edge it goes
  /// if its frame lies on the edge of the canvas itself.
  ///
  /// Within the canvas the photo stays as it is wherever there is more of it beyond the frame; else
  /// it is enlarged, unless it must stay whole or a face would be cut. Then its edges are repeated.
  ///
  /// - Parameters:
  ///   - bleed: in pixels; above 0.
  ///   - keepsWhole: whether the photo must not be cropped.
  func extended(
    by bleed: Int, beyond canvas: PixelSize, keepsWhole: Bool, _ fidelity: Fidelity
  ) -> Placement {
    let trim = frame.bounds
    let beyond = FrameInsets(
      left: trim.x == 0 ? bleed : 0, top: trim.y == 0 ? bleed : 0,
      right: trim.x + trim.width == canvas.width ? bleed : 0,
      bottom: trim.y + trim.height == canvas.height ? bleed : 0)
    let bounds = trim.moved(x: bleed, y: bleed).widened(by: beyond)
    if beyond == .none { return with(Frame(bounds), showing: crop, fidelity) }
    let (across, down) = (crop.width / Double(trim.width), crop.height / Double(trim.height))
    let wanted = Region(
      x: crop.x - Double(beyond.left) * across, y: crop.y - Double(beyond.top) * down,
      width: Double(bounds.width) * across, height: Double(bounds.height) * down)
    if let shown = wanted.inside(photo.size) {
      return with(Frame(bounds), showing: shown, fidelity)
    }
    if !keepsWhole {
      let shown = wanted.reduced(into: photo.size, beyond: beyond, of: bounds)
      let kept = shown.part(
        of: bounds.size, PixelRect(trim.size).moved(x: beyond.left, y: beyond.top))
      if keepsFaces(ifShowing: kept) { return with(Frame(bounds), showing: shown, fidelity) }
    }
    let opening = FrameOpening(
      number: 1, rectangle: Region(of: trim.moved(x: bleed, y: bleed)), tilt: 0)
    return with(Frame(bounds, opening), showing: crop, fidelity)
  }

  /// Whether every face that the frame shows is still shown if that has another crop, and is in the
  /// safe zone if it was before.
  private func keepsFaces(ifShowing other: Region) -> Bool {
    let size = (width: Double(photo.size.width), height: Double(photo.size.height))
    let known = regions.isEmpty ? photo.header.declaredRegions : regions
    return known.allSatisfy { region in
      guard region.kind == .face else { return true }
      let face = region.area.scaled(across: size.width, down: size.height)
      if safePart(of: crop).contains(face) { return safePart(of: other).contains(face) }
      return !crop.contains(face) || other.contains(face)
    }
  }
}

extension Region {
  /// The region where it lies in a photo, apart from rounding errors; nil where it doesn't.
  fileprivate func inside(_ photo: PixelSize) -> Region? {
    guard Region(photo).contains(self) else { return nil }
    let (x, y) = (max(x, 0), max(y, 0))
    return Region(
      x: x, y: y, width: min(width, Double(photo.width) - x),
      height: min(height, Double(photo.height) - y))
  }

  /// The largest region of these proportions, no larger than this one, that lies in a photo and
  /// shows in the middle of what it shows within the canvas the same, as far as it can.
  ///
  /// - Parameters:
  ///   - beyond: what of its frame lies beyond the canvas.
  ///   - bounds: that of the frame.
  fileprivate func reduced(
    into photo: PixelSize, beyond: FrameInsets, of bounds: PixelRect
  ) -> Region {
    let scale = min(1, Double(photo.width) / width, Double(photo.height) / height)
    func start(
      _ origin: Double, _ side: Double, _ before: Int, _ after: Int, _ length: Int, _ limit: Int
    ) -> Double {
      let middle = (Double(before) + Double(length - before - after) / 2) / Double(length)
      return max(min(origin + middle * side * (1 - scale), Double(limit) - side * scale), 0)
    }
    return Region(
      x: start(x, width, beyond.left, beyond.right, bounds.width, photo.width),
      y: start(y, height, beyond.top, beyond.bottom, bounds.height, photo.height),
      width: min(width * scale, Double(photo.width)),
      height: min(height * scale, Double(photo.height)))
  }

  /// The part of what this region fills that a rectangle of a picture of this size shows.
  fileprivate func part(of picture: PixelSize, _ area: PixelRect) -> Region {
    let (across, down) = (width / Double(picture.width), height / Double(picture.height))
    return Region(
      x: x + Double(area.x) * across, y: y + Double(area.y) * down,
      width: Double(area.width) * across, height: Double(area.height) * down)
  }
}
