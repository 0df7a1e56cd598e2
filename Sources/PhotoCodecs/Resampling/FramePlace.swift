internal import Imaging

/// How a crop lies in a frame, of which it may fill a part, and be tilted there.
struct FramePlace {
  /// What is drawn: for an upright photo all that the frame's bounds show, which may lie beyond the
  /// photo; else the crop.
  let shown: Region
  /// The size at which that is drawn.
  let target: PixelSize
  /// Nil for an upright photo.
  let tilted: TiltedArea?

  init(of crop: Region, in frame: Frame) {
    guard let opening = frame.movedToOrigin.opening else {
      (shown, target, tilted) = (crop, frame.size, nil)
      return
    }
    let area = opening.rectangle
    if opening.tilt != 0 {
      (shown, target) = (crop, frame.photoSize)
      tilted = TiltedArea(rectangle: area, degrees: opening.tilt, size: frame.size)
      return
    }
    let (across, down) = (crop.width / area.width, crop.height / area.height)
    shown = Region(
      x: crop.x - area.x * across, y: crop.y - area.y * down,
      width: Double(frame.size.width) * across, height: Double(frame.size.height) * down)
    (target, tilted) = (frame.size, nil)
  }
}
